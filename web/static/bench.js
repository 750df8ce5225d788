// The simulated board: drawn from the bytes that its LEDs got, with buildings to lift, buttons to press, switches to break.

import { Table, fill, icon, make, request, searchWords, t, toast } from "./table.js";

const POLL_MS = 100;
const POLL_AFTER_TROUBLE_MS = 1500;
// As long as a finger takes: on a busy machine a shorter press may fall between two looks at the buttons.
const SHORT_PRESS_MS = 250;
const LONG_PRESS_MS = 1500;
const LONGEST_PRESS_MS = 10000;
const BOUNCES_MS = [0, 3, 8, 20];
const TOOLS = ["lift", "stuck_open", "stuck_closed", "none"];
const BUTTONS = ["pink", "yellow", "green", "north", "west", "done", "east", "south"];
const ARROWS = { north: "M12 4 21 18H3Z", south: "M12 20 3 6H21Z", west: "M4 12 18 3V21Z", east: "M20 12 6 21V3Z" };
// How bright an LED of a given byte looks: eyes see dim light far better than a screen shows it.
const EYE = 0.42;

const part = (id) => document.getElementById(id);
const lifted = new Set();
const faults = new Map();
let tool = "lift";
let bounceMs = 0;

const buildings = Array.from({ length: 25 }, (_, index) => buildingButton(index + 1));
const crossings = [..."ABCDEFGHIJKLMNOP"].map(crossingLight);
const rounds = Array.from({ length: 11 }, (_, index) => roundLight(index + 1));
part("board").append(...buildings, ...crossings);
part("rounds").append(...rounds);
part("pad").append(...BUTTONS.map(padButton), holdDoneButton());
part("all-back").onclick = putAllBack;

function led() {
  return make("span", { class: "led" });
}

function put(element, column, row) {
  element.style.left = `${column * 20 + 10}%`;
  element.style.top = `${row * 20 + 10}%`;
  return element;
}

function buildingButton(building) {
  const block = make("span", { class: "block" }, String(building));
  const button = make("button", { type: "button", class: "bench-building", onclick: () => tap(building) }, led(), block);
  return put(button, (building - 1) % 5, Math.floor((building - 1) / 5));
}

function crossingLight(letter, index) {
  const light = make("div", { class: "bench-crossing" }, led(), make("span", { class: "letter" }, letter));
  return put(light, (index % 4) + 0.5, Math.floor(index / 4) + 0.5);
}

function roundLight(number) {
  return make("div", { class: "bench-round" }, led(), String(number));
}

/** The page knows what it lifted itself; what others lifted the table tells. */
function showBuilding(building) {
  const button = buildings[building - 1];
  const isUp = lifted.has(building);
  const fault = faults.get(building);
  const words = [t("bench_building", { building })];
  if (isUp) words.push(t("bench_lifted"));
  if (fault) words.push(t(`bench_${fault}`));
  button.setAttribute("aria-label", words.join(", "));
  button.setAttribute("aria-pressed", String(isUp));
  button.querySelector(".fault")?.remove();
  if (fault) button.append(make("span", { class: "fault", "aria-hidden": "true" }, t(`bench_mark_${fault}`)));
}

async function send(path, body) {
  const answer = await request(`/bench/${path}`, body);
  if (!answer.ok) toast(answer.message, "bad");
  return answer.ok;
}

async function tap(building) {
  if (tool !== "lift") return breakSwitch(building, tool);
  const isUp = !lifted.has(building);
  mark(building, isUp);
  if (!(await move(building, isUp ? "lifted" : "placed"))) mark(building, !isUp);
}

function mark(building, isUp) {
  if (isUp) lifted.add(building);
  else lifted.delete(building);
  showBuilding(building);
}

function move(building, state) {
  return send("switch", { building, state, bounce_ms: bounceMs });
}

async function breakSwitch(building, fault) {
  if (!(await send("fault", { building, fault }))) return;
  if (fault === "none") faults.delete(building);
  else faults.set(building, fault);
  showBuilding(building);
}

/** All of them: after a reload the page no longer knows which it lifted. */
async function putAllBack() {
  for (let building = 1; building <= buildings.length; building += 1) {
    if (!(await move(building, "placed"))) return;
    mark(building, false);
  }
}

function padButton(name) {
  let downAt = null;
  const press = () => {
    const heldMs = downAt === null ? 0 : performance.now() - downAt;
    downAt = null;
    send("button", { button: name, hold_ms: Math.min(Math.max(heldMs, SHORT_PRESS_MS), LONGEST_PRESS_MS) });
  };
  const words = t(`bench_button_${name}`);
  const button = make("button", { type: "button", class: `button ${name}`, "aria-label": ARROWS[name] && words, onclick: press });
  button.append(ARROWS[name] ? icon(ARROWS[name]) : words);
  button.onpointerdown = () => (downAt = performance.now());
  button.onpointercancel = () => (downAt = null);
  button.oncontextmenu = (event) => event.preventDefault();
  return button;
}

function holdDoneButton() {
  const onclick = () => send("button", { button: "done", hold_ms: LONG_PRESS_MS });
  return make("button", { type: "button", class: "button hold-done", onclick }, t("bench_hold_done"));
}

function showTools() {
  const choice = (key, words, isOn, onclick) =>
    make("button", { type: "button", class: "button", "data-key": key, "aria-pressed": String(isOn), onclick }, words);
  const choose = (one) => () => {
    tool = one;
    showTools();
  };
  const bounce = (ms) => () => {
    bounceMs = ms;
    showTools();
  };
  fill(part("tools"), TOOLS.map((one) => choice(one, t(`bench_tool_${one}`), one === tool, choose(one))));
  fill(part("bounce"), BOUNCES_MS.map((ms) => choice(`bounce-${ms}`, t("bench_bounce_ms", { number: ms }), ms === bounceMs, bounce(ms))));
  part("tool-how").textContent = t(`bench_tool_${tool}_how`);
}

function light(element, colour) {
  if (element.dataset.colour === colour) return;
  element.dataset.colour = colour;
  const bytes = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const [red, green, blue] = bytes.map((byte) => Math.round(255 * (byte / 255) ** EYE));
  const isOn = bytes.some(Boolean);
  const power = Math.max(...bytes) / 255;
  element.parentElement.classList.toggle("lit", isOn);
  element.style.backgroundColor = isOn ? `rgb(${red}, ${green}, ${blue})` : "";
  element.style.boxShadow = isOn ? `0 0 ${6 + 16 * power}px ${1 + 5 * power}px rgba(${red}, ${green}, ${blue}, ${0.25 + 0.5 * power})` : "";
}

function showLights({ buildings: byBuilding, crossings: byCrossing, rounds: byRound }) {
  const show = (elements, colours) =>
    Object.values(colours).forEach((colour, index) => light(elements[index].querySelector(".led"), colour));
  show(buildings, byBuilding);
  show(crossings, byCrossing);
  show(rounds, byRound);
}

/** Ask for the lights while anyone can see them. */
async function poll() {
  let waitMs = POLL_MS;
  if (document.visibilityState === "visible") {
    const answer = await request("/bench/leds");
    if (answer.ok) showLights(answer.data);
    else waitMs = POLL_AFTER_TROUBLE_MS;
  } else {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
  setTimeout(poll, waitMs);
}

const isSecret = (view) => view.mode === "classic" && view.phase === "thief";

function followTable(view, before) {
  if (!isSecret(view)) {
    for (const building of view.board.lifted) mark(building, true);
    const gone = before && !isSecret(before) ? before.board.lifted.filter((one) => !view.board.lifted.includes(one)) : [];
    for (const building of gone) mark(building, false);
  }
  fill(part("phase"), t(`phase_${view.phase}`, { round: view.round }), make("small", {}, whatTheTableMade(view)));
}

function whatTheTableMade({ board, hand, searches, phase, result }) {
  if (hand.choosing) return t("bench_choosing", { building: hand.choosing.building });
  if (board.message) return board.message;
  if (phase === "over") return t(`over_${result.reason}`);
  return searches.length ? searchWords(searches[searches.length - 1]) : t("bench_quiet");
}

buildings.forEach((_, index) => showBuilding(index + 1));
showTools();
new Table("public", followTable);
poll();
