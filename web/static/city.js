// Draws the city: the element <city-map>, and small pictures of helicopters and Traces for use beside it.
// It shows what it is told and says what was tapped; of the game it knows where things lie.

import { make, t } from "./table.js";

const SVG = "http://www.w3.org/2000/svg";
export const HELICOPTERS = ["pink", "yellow", "green"];
const CROSSINGS = [..."ABCDEFGHIJKLMNOP"];
export const BUILDINGS = Array.from({ length: 25 }, (_, index) => index + 1);
export const ROUNDS = 11;

// The drawing is 600 units wide. On the narrowest phone, 360 px, a building's cell is then 71 px.
const WIDTH = 600;
const PITCH = 118;
const FIRST = 64;
const ONE_TAP_MS = 250;
const MOST_WEIGHTS_TOLD = 12;

const column = (index, side) => index % side;
const row = (index, side) => Math.floor(index / side);
const placeOf = {
  building: (number) => ({ x: FIRST + PITCH * column(number - 1, 5), y: FIRST + PITCH * row(number - 1, 5) }),
  crossing: (letter) => {
    const index = CROSSINGS.indexOf(letter);
    return { x: FIRST + PITCH * (column(index, 4) + 0.5), y: FIRST + PITCH * (row(index, 4) + 0.5) };
  },
};

/** The buildings that share a side with a building. */
export function neighbours(building) {
  const here = placeOf.building(building);
  return BUILDINGS.filter((other) => {
    const there = placeOf.building(other);
    return Math.abs(here.x - there.x) + Math.abs(here.y - there.y) === PITCH;
  });
}

/** The Trace that belongs to a round: the first is yellow, the sixth red, the others blue. */
export const traceOfRound = (round) => ({ 1: "yellow", 6: "red" })[round] ?? "blue";

function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function text(content, x, y, name) {
  return draw("text", { x, y, class: name, "text-anchor": "middle", "dominant-baseline": "central" }, String(content));
}

// Every helicopter has a shape of its own and every Trace too: nobody has to see the colour.
const CABINS = {
  pink: () => draw("circle", { r: 21 }),
  yellow: () => draw("rect", { x: -19, y: -19, width: 38, height: 38, rx: 5 }),
  green: () => draw("path", { d: "M0-27 26 17H-26Z" }),
};
const TOKENS = {
  yellow: () => draw("path", { d: sunPath(12, 29, 22) }),
  red: () => draw("path", { d: "M0-30 30 0 0 30-30 0Z" }),
  blue: () => draw("circle", { r: 24 }),
};

function sunPath(rays, outer, inner) {
  const points = Array.from({ length: rays * 2 }, (_, index) => {
    const radius = index % 2 ? inner : outer;
    const angle = (Math.PI * index) / rays;
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function helicopterShape(helicopter) {
  return draw(
    "g",
    { class: `helicopter-shape ${helicopter}` },
    draw("circle", { class: "disc", r: 39 }),
    draw("path", { class: "tail", d: "M-4 10H4L2 45H-2ZM-10 42H10V46H-10Z" }),
    draw("g", { class: "cabin" }, CABINS[helicopter]()),
    draw("path", { class: "rotor", d: "M-28-28-16-16M28 28 16 16M28-28 16-16M-28 28-16 16" }),
  );
}

function traceShape(colour) {
  return draw("g", { class: `token ${colour}` }, TOKENS[colour]());
}

function carShape() {
  return draw(
    "g",
    { class: "car-shape" },
    draw("path", { class: "beam", d: "M17-6 38-14V14L17 6Z" }),
    draw("rect", { class: "body", x: -19, y: -11, width: 38, height: 22, rx: 7 }),
    draw("path", { class: "glass", d: "M5-8 10-6V6L5 8ZM-12-6-8-8V8L-12 6Z" }),
  );
}

/** A small picture for a button or a line of text. */
export function helicopterPicture(helicopter) {
  return draw("svg", { class: "picture", viewBox: "-44 -44 88 92", "aria-hidden": "true" }, helicopterShape(helicopter));
}

/** A Trace, with a word or number on it if wanted. */
export function tracePicture(colour, label = "") {
  return draw(
    "svg",
    { class: "picture", viewBox: "-32 -32 64 64", "aria-hidden": "true" },
    traceShape(colour),
    text(label, 0, 1, `token-label ${colour}`),
  );
}

// Which windows are lit is the same on every visit and has nothing to do with the game.
function windowsPath(number, isLit) {
  const lit = (index) => (number * 7 + index * 5 + ((number * index) % 3)) % 4 < 2;
  const places = [0, 1, 2, 3, 4, 5].filter((index) => lit(index) === isLit);
  return places.map((index) => `M${-32.5 + index * 11.4} 26h7v8h-7Z`).join("");
}

function house(number) {
  const { x, y } = placeOf.building(number);
  return draw(
    "g",
    { class: `house tint-${(number * 3 + row(number - 1, 5)) % 3}`, transform: `translate(${x} ${y})` },
    draw("rect", { class: "plot", x: -43, y: -43, width: 86, height: 86, rx: 11 }),
    draw(
      "g",
      { class: "tower" },
      draw("rect", { class: "wall", x: -38, y: 0, width: 76, height: 39, rx: 6 }),
      draw("path", { class: "window", d: windowsPath(number, false) }),
      draw("path", { class: "window lit", d: windowsPath(number, true) }),
      draw("rect", { class: "roof", x: -38, y: -39, width: 76, height: 62, rx: 7 }),
      draw("rect", { class: "heat", x: -38, y: -39, width: 76, height: 62, rx: 7 }),
    ),
    draw("rect", { class: "outline", x: -43, y: -43, width: 86, height: 86, rx: 11 }),
  );
}

function sign(number) {
  const { x, y } = placeOf.building(number);
  return draw("g", { class: "sign", transform: `translate(${x} ${y})` });
}

function crossingMark(letter) {
  const { x, y } = placeOf.crossing(letter);
  return draw(
    "g",
    { class: "crossing", transform: `translate(${x} ${y})` },
    draw("circle", { class: "ring", r: 28 }),
    draw("circle", { class: "disc", r: 17 }),
    text(letter, 0, 1, "letter"),
  );
}

function ground() {
  const lines = [0, 1, 2, 3].map((index) => FIRST + PITCH * (index + 0.5));
  const streets = lines.map((at) => `M${at} 6V594M6 ${at}H594`).join("");
  const lamps = CROSSINGS.map((letter) => {
    const { x, y } = placeOf.crossing(letter);
    return draw("circle", { class: "lamp", cx: x, cy: y, r: 46 });
  });
  return draw(
    "g",
    { class: "ground" },
    draw("rect", { class: "land", x: 2, y: 2, width: 596, height: 596, rx: 22 }),
    draw("path", { class: "street", d: streets }),
    draw("path", { class: "lane", d: streets }),
    ...lamps,
  );
}

/** Rounds in which a building was searched and nothing was there, by building. */
function emptyRounds(searches) {
  const rounds = {};
  for (const search of searches) {
    if (search.found === "nothing") (rounds[search.building] ??= []).push(search.round);
  }
  return rounds;
}

const NOTHING_SHOWN = {
  helicopters: {},
  chosen: null, // a helicopter
  traces: {},
  searches: [],
  lifted: [],
  missing: [],
  car: null,
  route: [],
  choice: null,
  targets: { buildings: [], crossings: [] }, // what is offered: marked
  tappable: { buildings: false, crossings: false },
  weights: null, // {building: count}: where the car may be
};

/** <city-map>: `map.show({...})`, of `NOTHING_SHOWN`'s fields; the event `pick` has `{building}` or `{crossing}`. */
class CityMap extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.shown = NOTHING_SHOWN;
    this.houses = BUILDINGS.map(house);
    this.signs = BUILDINGS.map(sign);
    this.crossings = CROSSINGS.map(crossingMark);
    this.routeLine = draw("polyline", { class: "route-line", points: "" });
    this.helicopters = Object.fromEntries(HELICOPTERS.map((one) => [one, this.#helicopter(one)]));
    this.append(this.#drawing(), ...this.#buttons());
    this.setAttribute("role", "group");
    this.tabIndex = -1;
    this.show({});
  }

  show(what) {
    this.shown = { ...NOTHING_SHOWN, ...what };
    this.shown.empty = emptyRounds(this.shown.searches);
    BUILDINGS.forEach((number, index) => this.#showBuilding(number, index));
    CROSSINGS.forEach((letter, index) => this.#showCrossing(letter, index));
    HELICOPTERS.forEach((helicopter) => this.#showHelicopter(helicopter));
    this.#showRoute();
    this.setAttribute("aria-label", this.#summary());
    this.#keepOneTabStop();
  }

  #drawing() {
    return draw(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${WIDTH}`, "aria-hidden": "true", focusable: "false" },
      draw(
        "defs",
        {},
        draw(
          "radialGradient",
          { id: "lamp-light" },
          draw("stop", { offset: "0", class: "lamp-centre" }),
          draw("stop", { offset: "1", class: "lamp-edge" }),
        ),
      ),
      ground(),
      ...this.houses,
      this.routeLine,
      ...this.signs,
      ...this.crossings,
      ...Object.values(this.helicopters),
    );
  }

  #helicopter(helicopter) {
    return draw("g", { class: "helicopter" }, helicopterShape(helicopter), text("", 0, 1, "letter"));
  }

  #buttons() {
    this.buildingButtons = BUILDINGS.map((number) => this.#button("building", number));
    this.crossingButtons = CROSSINGS.map((letter) => this.#button("crossing", letter));
    const group = (buttons, label) => make("div", { class: "spots", role: "group", "aria-label": t(label) }, buttons);
    return [group(this.buildingButtons, "map_buildings"), group(this.crossingButtons, "map_intersections")];
  }

  #button(kind, name) {
    const { x, y } = placeOf[kind](name);
    const button = make("button", { type: "button", class: `spot spot-${kind}`, "data-spot": name, disabled: true });
    button.style.left = `${(x / WIDTH) * 100}%`;
    button.style.top = `${(y / WIDTH) * 100}%`;
    button.onclick = () => this.#pick(kind, name);
    // A second finger, while the first holds something down, makes no click.
    button.onpointerup = (event) => !event.isPrimary && this.#pick(kind, name);
    button.onkeydown = (event) => this.#step(event, kind, button);
    button.onfocus = () => this.#keepOneTabStop();
    return button;
  }

  /** Take the next tap as a new one, however soon it comes: what it means has changed. */
  forgetTap() {
    this.picked = null;
  }

  #pick(kind, name) {
    const now = performance.now();
    if (name === this.picked && now - this.pickedAt < ONE_TAP_MS) return;
    [this.picked, this.pickedAt] = [name, now];
    this.dispatchEvent(new CustomEvent("pick", { detail: { [kind]: name } }));
  }

  /** Arrow keys walk over the spots that can be tapped; each kind of spot is one stop of the Tab key. */
  #step(event, kind, button) {
    const side = kind === "building" ? 5 : 4;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = kind === "building" ? this.buildingButtons : this.crossingButtons;
    const start = buttons.indexOf(button);
    let [x, y] = [column(start, side), row(start, side)];
    for (;;) {
      [x, y] = [x + step[0], y + step[1]];
      if (x < 0 || y < 0 || x >= side || y >= side) return;
      const next = buttons[y * side + x];
      if (!next.disabled) return next.focus();
    }
  }

  #keepOneTabStop() {
    for (const buttons of [this.buildingButtons, this.crossingButtons]) {
      const open = buttons.filter((button) => !button.disabled);
      const stop =
        open.find((button) => button === document.activeElement) ??
        open.find((button) => button.classList.contains("offered")) ??
        open[0];
      for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
    }
  }

  #showBuilding(number, index) {
    const { shown } = this;
    const isTarget = shown.targets.buildings?.includes(number) ?? false;
    const states = {
      target: isTarget,
      choice: shown.choice === number,
      lifted: shown.lifted.includes(number),
      missing: shown.missing.includes(number),
      visited: shown.route.includes(number),
    };
    for (const [state, holds] of Object.entries(states)) {
      this.houses[index].classList.toggle(state, holds);
      this.signs[index].classList.toggle(state, holds);
    }
    this.houses[index].querySelector(".heat").style.opacity = this.#heat(number);
    this.signs[index].replaceChildren(...this.#signParts(number));
    this.#showButton(this.buildingButtons[index], isTarget, Boolean(shown.tappable.buildings), this.#words(number));
  }

  #signParts(number) {
    const { shown } = this;
    const colour = shown.traces[number];
    const parts = [];
    if (colour) parts.push(draw("g", { transform: "translate(0 -8)" }, traceShape(colour)));
    parts.push(text(number, 0, -7, `number ${colour ?? ""}`));
    const step = shown.route.indexOf(number) + 1;
    if (step) parts.push(orderBadge(step));
    if (shown.car === number) parts.push(draw("g", { class: "car", transform: "translate(2 -37)" }, carShape()));
    if (shown.choice === number) parts.push(choiceBadge());
    if (shown.weights) parts.push(...this.#weightChip(number));
    else if (shown.empty[number]) parts.push(...emptyChip(shown.empty[number]));
    return parts;
  }

  #share(number) {
    const { weights } = this.shown;
    const all = Object.values(weights ?? {}).reduce((sum, weight) => sum + weight, 0);
    return all ? (weights[number] ?? 0) / all : 0;
  }

  #heat(number) {
    const { weights } = this.shown;
    const weight = weights?.[number] ?? 0;
    return weight ? String(0.2 + (0.6 * weight) / Math.max(...Object.values(weights))) : "0";
  }

  /** How likely, in words; where almost every building is possible the numbers would only be noise. */
  #weightChip(number) {
    const share = this.#share(number);
    const isTelling = Object.keys(this.shown.weights).length <= MOST_WEIGHTS_TOLD;
    return share && isTelling ? chip(percent(share), "weight") : [];
  }

  #showCrossing(letter, index) {
    const { shown } = this;
    const isTarget = shown.targets.crossings?.includes(letter) ?? false;
    this.crossings[index].classList.toggle("target", isTarget);
    const here = HELICOPTERS.find((one) => shown.helicopters[one]?.crossing === letter);
    const words = [t("map_intersection", { crossing: letter })];
    if (here) words.push(t("map_helicopter", { helicopter: here }));
    if (isTarget) words.push(t("map_can_choose"));
    this.#showButton(this.crossingButtons[index], isTarget, Boolean(shown.tappable.crossings), words);
  }

  #showButton(button, isOffered, isTappable, words) {
    // The focus would be lost with a spot that can no longer be tapped.
    if (!isTappable && button === document.activeElement) this.focus({ preventScroll: true });
    button.disabled = !isTappable;
    button.classList.toggle("offered", isOffered);
    button.setAttribute("aria-label", words.join(", "));
  }

  #words(number) {
    const { shown } = this;
    const words = [t("map_building", { building: number })];
    if (shown.traces[number]) words.push(t("map_trace", { trace: shown.traces[number] }));
    if (shown.car === number) words.push(t("map_car"));
    if (shown.choice === number) words.push(t("map_choice"));
    const step = shown.route.indexOf(number) + 1;
    if (step) words.push(t("map_step", { round: step }));
    if (this.#share(number)) words.push(percent(this.#share(number)));
    if (shown.empty[number]) words.push(t("map_empty", { rounds: shown.empty[number].join(", ") }));
    if (shown.lifted.includes(number)) words.push(t("map_lifted"));
    if (shown.targets.buildings?.includes(number)) words.push(t("map_can_choose"));
    return words;
  }

  #showHelicopter(helicopter) {
    const { crossing, acted } = this.shown.helicopters[helicopter] ?? { crossing: null, acted: false };
    const group = this.helicopters[helicopter];
    // One that was not there yet appears in its place; only then may it glide.
    group.classList.toggle("flying", group.classList.contains("placed"));
    group.classList.toggle("placed", crossing !== null);
    group.classList.toggle("acted", acted);
    group.classList.toggle("chosen", this.shown.chosen === helicopter);
    if (crossing === null) return;
    const { x, y } = placeOf.crossing(crossing);
    group.style.transform = `translate(${x}px, ${y}px)`;
    group.querySelector(".letter").textContent = crossing;
  }

  #showRoute() {
    const points = this.shown.route.map((number) => placeOf.building(number));
    this.routeLine.setAttribute("points", points.map(({ x, y }) => `${x},${y - 7}`).join(" "));
  }

  #summary() {
    const placed = HELICOPTERS.filter((one) => this.shown.helicopters[one]?.crossing);
    const helicopters = placed.map((helicopter) =>
      t("map_helicopter_on", { helicopter, crossing: this.shown.helicopters[helicopter].crossing }),
    );
    return [t("map_city"), ...helicopters].join(". ");
  }
}

function percent(share) {
  return t("percent", { number: Math.max(1, Math.round(share * 100)) });
}

function orderBadge(step) {
  const shape = draw("g", { transform: "scale(.5)" }, traceShape(traceOfRound(step)));
  const label = text(step, 0, 0.5, `order ${traceOfRound(step)}`);
  return draw("g", { class: "badge", transform: "translate(-33 -33)" }, shape, label);
}

function choiceBadge() {
  const tick = draw("path", { d: "M-6.5 0-1.5 5.5 7-5" });
  return draw("g", { class: "choice-badge", transform: "translate(31 -31)" }, draw("circle", { r: 14 }), tick);
}

function chip(words, name) {
  const width = 18 + 10 * words.length;
  return [
    draw("rect", { class: `chip ${name}`, x: -width / 2, y: 21, width, height: 23, rx: 11.5 }),
    text(words, 0, 33, `chip-text ${name}`),
  ];
}

/** An empty circle, struck through, and the rounds in which nothing was there: the last three at most. */
function emptyChip(rounds) {
  const words = (rounds.length > 3 ? "…" : "") + rounds.slice(-3).join("·");
  const width = 38 + 10 * words.length;
  return [
    draw("rect", { class: "chip empty", x: -width / 2, y: 21, width, height: 23, rx: 11.5 }),
    draw("path", { class: "nothing", d: "M-6 6 6-6M6 0A6 6 0 1 1-6 0 6 6 0 1 1 6 0", transform: `translate(${14 - width / 2} 32.5)` }),
    text(words, 10, 33, "chip-text empty"),
  ];
}

customElements.define("city-map", CityMap);
