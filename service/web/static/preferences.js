/** The settings of this browser: what it shows, how fast, and how it calls its player. */
import { b, fieldset, h3, input, label, legend, option, select, small, span } from "./dom.js";
import { set, settings } from "./keys.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @param {{changed: () => void}} properties `changed`: called after each change. */
export function Panel({ changed }) {
  const [now, setNow] = useState(settings());
  const [blocked, setBlocked] = useState(false);
  const change = (/** @type {Partial<import("./keys.js").Settings>} */ more) => {
    set(more);
    setNow(settings());
    changed();
  };
  const notify = async (/** @type {boolean} */ wanted) => {
    const allowed = wanted && (await Notification.requestPermission()) === "granted";
    setBlocked(wanted && !allowed);
    change({ notify: allowed });
  };
  const one = (/** @type {string} */ title, /** @type {"theme" | "motion" | "confirm"} */ name, /** @type {any[][]} */ choices) => label({ class: "option", key: name }, b(null, title),
    select({ value: `${now[name]}`, onChange: (/** @type {any} */ event) => change({ [name]: choices.find(([value]) => `${value}` === event.target.value)?.[0] }) },
      choices.map(([value, said]) => option({ value: `${value}`, key: `${value}` }, said))));
  const yes = (/** @type {string} */ title, /** @type {boolean} */ checked, /** @type {(now: boolean) => void} */ ticked, disabled = false) => label({ class: "option check", key: title },
    input({ type: "checkbox", checked, disabled, onChange: (/** @type {any} */ event) => ticked(event.target.checked) }), span(null, title));
  const possible = "Notification" in globalThis && isSecureContext;
  return fieldset({ class: "preferences" }, legend({ class: "sr" }, words.settings), h3(null, words.settings),
    one(words.theme, "theme", words.themes), one(words.confirm, "confirm", words.confirms), one(words.motion, "motion", words.motions),
    yes(words.sound, now.sound, (sound) => change({ sound })),
    yes(words.notify, now.notify && possible, (wanted) => void notify(wanted), !possible),
    possible ? null : small({ class: "mute" }, words.notifyNeeds),
    blocked ? small({ class: "say", role: "alert" }, words.notifyBlocked) : null);
}
