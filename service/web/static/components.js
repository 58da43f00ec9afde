/** Components that are loaded: those that a game brings, and those that few visitors need. */
import { p, part } from "./dom.js";
import { useEffect, useReducer, useState } from "./vendor/hooks.js";
import { Component } from "./vendor/preact.js";
import { words } from "./words.js";

/** Draws with the component of a module, and with the generic one where the module has none or its component throws. */
class Own extends Component {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** @param {any} error */
  componentDidCatch(error) {
    console.error("A component of the drawing module failed; the generic one takes its place.", error);
  }

  /** @param {any} properties @param {any} state */
  render({ own, generic, given }, state) {
    return part(/** @type {any} */ (state.failed ? generic : own), given);
  }
}

/** The component of a module if it has one, else the generic one. @param {any} own @param {any} generic @param {any} given */
export const drawnBy = (own, generic, given) => (own ? part(/** @type {any} */ (Own), { own, generic, given, key: given.key }) : part(generic, given));

/** The components that were loaded, by what loads them. @type {Map<() => Promise<any>, any>} */
const components = new Map();

/** A component of a file that few visitors need: it is loaded when it is first shown.
 * @param {{load: () => Promise<any>, given: any, quiet?: boolean}} properties `quiet`: nothing stands in its place until it is there. */
export function Later({ load, given, quiet = false }) {
  const [, redraw] = useReducer((count) => count + 1, 0);
  const [failed, fail] = useState(false);
  const component = components.get(load);
  useEffect(() => {
    if (component) return;
    load().then((loaded) => { components.set(load, loaded); redraw(0); }, () => fail(true));
  }, [load]);
  return component ? part(component, given) : quiet && !failed ? null : p({ class: failed ? "say" : "mute", role: "status" }, failed ? words.unreachable : words.loading);
}
