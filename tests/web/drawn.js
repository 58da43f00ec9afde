/** Draws positions with a drawing module and says what is wrong with them; run in a page of the service (test_marauders.py). */
async ({ ruleset, boards, positions }) => {
  const release = document.querySelector('script[src$="main.js"]').src.replace(/main.js$/, "");
  const files = [`games/${ruleset}/table.js`, "drawing.js", "vendor/preact.js"].map((path) => import(release + path));
  const [{ default: drawing }, { div, part, section }, { render }] = await Promise.all(files);
  const style = document.createElement("link");
  await new Promise((done) => {
    document.head.append(Object.assign(style, { rel: "stylesheet", href: `${release}games/${ruleset}/table.css`, onload: done }));
  });
  document.getElementById("page").hidden = true;
  const host = document.body.appendChild(document.createElement("div"));
  const found = (/** @type {string} */ selector) => [...host.querySelectorAll(selector)];
  const apart = (one, other) =>
    one.right <= other.x + 1 || other.right <= one.x + 1 || one.bottom <= other.y + 1 || other.bottom <= one.y + 1;
  const faults = [], seen = new Set();

  for (const { name, seat, seats, picture, targets } of positions) {
    const fault = (what) => faults.push(`${name}: ${what}`);
    const clicked = [];
    const offered = (id, place) => [id, [{ id, key: `${place + 1}`, group: "move", targets: [id] }]];
    const drawn = {
      board: boards[seats], picture: { version: 1, ...picture }, seat, module: drawing, targets: new Map(targets.map(offered)),
      beat: null, lit: new Set(), roll: null, recent: [], touched: new Set(), aimed: new Set(), armed: null, point: (id) => clicked.push(id), inspect: () => undefined,
    };
    const others = [...Array(seats).keys()].filter((other) => other !== seat);
    render(div({ class: "table", key: name }, div({ class: "wide" },
      section({ class: "seats" }, others.map((other) => div({ class: "panel", key: other }, part(drawing.Captain, { drawn, seat: other })))),
      section({ class: "board" }, part(drawing.Board, { drawn })),
      section({ class: "dock" }, part(drawing.Own, { drawn, seat })))), host);

    // Every piece once, in its area, with a name; nothing else.
    const shown = found("[data-piece]");
    const pieces = new Map(shown.map((each) => [each.dataset.piece, each]));
    const areas = new Map(found("[data-area]").map((each) => [each.dataset.area, each]));
    if (pieces.size < shown.length) fault("a piece is drawn twice");
    for (const { id, in: area } of picture.pieces) {
      const piece = pieces.get(id);
      if (!piece) fault(`${id} is not drawn`);
      else if (piece.dataset.in !== area || !areas.get(area)?.contains(piece)) fault(`${id} is not drawn in ${area}`);
      else if (!piece.getAttribute("aria-label")) fault(`${id} has no name`);
    }
    for (const id of pieces.keys()) if (!picture.pieces.some((piece) => piece.id === id)) fault(`${id} is not in the picture`);

    // Every target is a button in sight that does what it is the target of.
    for (const id of targets) {
      const points = areas.has(id) ? [...areas.get(id).querySelectorAll("button.point")] : [];
      const target = pieces.get(id) ?? points.find((each) => each.closest("[data-area]").dataset.area === id);
      // On a phone the other captains have a tab of their own.
      host.firstChild.classList.toggle("tab-captains", Boolean(target?.closest(".seats")));
      if (!target?.checkVisibility() || target.tabIndex < 0) fault(`${id} cannot be clicked`);
      else {
        target.click();
        if (clicked.pop() !== id) fault(`a click on ${id} does something else`);
        if (!target.querySelector(".key")) fault(`${id} shows no key`);
      }
    }
    host.firstChild.classList.remove("tab-captains");

    // What is closed to the seat says so and why, and nothing there looks as if it could be sold.
    const word = (key) => boards[seats].words[key], facts = (id, key) => (picture.facts[id] ?? []).find(([each]) => each === key)?.[1];
    const own = new Set(picture.pieces.filter((piece) => piece.in === `seat/${seat}/bounties`).map(({ face }) => face.split("/")[1]));
    for (const { id, colour } of boards[seats].areas.filter((area) => area.in === "sea")) {
      const reason = facts(id, "closed"), signs = [...areas.get(id).querySelectorAll(".mm-shut .i")].map((each) => each.getAttribute("aria-label"));
      const wanted = reason ? [...(own.has(colour) ? [word("bounties").name] : []), `${word("closed").name}: ${reason}`] : [];
      if (`${signs}` !== `${wanted}`) fault(`${id} shows ${signs} where ${wanted} is so`);
      if (reason && areas.get(id).querySelector(".hot")) fault(`${id} is closed and a good is wanted there`);
      if (reason) seen.add(own.has(colour) ? "a bounty" : "a war");
    }

    // A price is the only figure of a card that is traded, and has a sign of its own.
    for (const piece of picture.pieces.filter(({ facts: given }) => given?.some(([key]) => key === "price" || key === "sells_for"))) {
      const [[key, price]] = piece.facts, figures = [...pieces.get(piece.id).querySelectorAll(".facts li")];
      if (figures.length !== 1 || figures[0].innerText.trim() !== `${price}` || figures[0].title !== word(key).name) fault(`${piece.id} shows more than its price`);
      seen.add(key);
    }

    // The dice rolled last name their player, and lie over no port; the head of a fight says what its figures are.
    const thrown = picture.pieces.find((piece) => piece.in === "roll" && typeof piece.seat === "number");
    const [strip] = found(".mm-throw"), dice = strip?.getBoundingClientRect();
    if (strip && thrown) {
      const { name: player } = boards[seats].areas.find(({ id }) => id === `seat/${thrown.seat}`);
      if (!strip.textContent.includes(player)) fault(`the dice do not name ${player}`);
      seen.add("dice");
    }
    for (const plate of dice ? found(".mm-plate") : []) if (!apart(dice, plate.getBoundingClientRect())) fault(`the dice lie on ${plate.parentElement.dataset.area}`);
    for (const fight of found(".mm-fight")) {
      const { area } = fight.dataset, said = [...fight.querySelectorAll(".head li")].map((each) => each.textContent);
      const known = (picture.facts[area] ?? []).map(([key, value]) => `${word(key).name} ${value}`);
      if (`${said}` !== `${known}`) fault(`the head of the ${area} says ${said} of ${known}`);
      seen.add(area);
    }

    // Ships hide neither each other nor a plate, and none lies off the chart.
    const box = (each) => [each.dataset.piece ?? each.parentElement.dataset.area, each.getBoundingClientRect()];
    const [chart] = found(".mm-chart").map((each) => each.getBoundingClientRect());
    const ships = found(".mm-vessel").filter((each) => each.checkVisibility()).map(box);
    for (const [place, [ship, own]] of ships.entries()) {
      const taken = [...ships.slice(place + 1), ...found(".mm-plate").map(box)];
      for (const [other, theirs] of taken) if (!apart(own, theirs)) fault(`${ship} lies on ${other}`);
      const within = own.x >= chart.x && own.y >= chart.y && own.right <= chart.right && own.bottom <= chart.bottom;
      if (!within) fault(`${ship} lies off the chart`);
    }
  }
  host.remove();
  return [faults, [...seen]];
}
