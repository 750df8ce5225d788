// The thief's page. The secret is covered until it is asked for; covered, nothing here depends on it.

import { BUILDINGS, ROUNDS, neighbours } from "./city.js";
import {
  End,
  followSeat,
  handNotices,
  newGameCard,
  passOnFold,
  publicCity,
  searchesFold,
  seatsCard,
  setAsideButton,
  showMenu,
  showStatus,
  tell,
} from "./panel.js";
import { Table, count, fill, make, nameInput, pinInput, recall, remember, request, t, toast } from "./table.js";

const UNCOVERED_S = 30;
const NEIGHBOURS = Object.fromEntries(BUILDINGS.map((building) => [building, neighbours(building)]));

const city = document.getElementById("city");
const statusPlace = document.getElementById("status");
const side = document.getElementById("side");
const endPlace = make("div", { class: "side" });
const playPlace = make("div", { class: "side" });
const handedPlace = make("div", { class: "side" });
const otherPlace = make("div", { class: "side" });
side.append(handedPlace, endPlace, playPlace, otherPlace);

/** Whether the secret is to be seen: while the button is held, or kept open for a while. */
class Cover {
  constructor(changed) {
    this.changed = changed;
    this.isHeld = false;
    this.isKept = false;
    const cover = () => this.set(false, false);
    addEventListener("blur", cover);
    addEventListener("pagehide", cover);
    document.addEventListener("visibilitychange", cover);
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.#wait(), true);
  }

  get isOpen() {
    return this.isHeld || this.isKept;
  }

  set(isHeld, isKept) {
    if (isHeld === this.isHeld && isKept === this.isKept) return;
    [this.isHeld, this.isKept] = [isHeld, isKept];
    this.#wait();
    this.changed();
  }

  wire(button) {
    const hold = () => this.set(true, this.isKept);
    const release = () => this.set(false, this.isKept);
    const isPress = (event) => event.key === " " || event.key === "Enter";
    button.onpointerdown = (event) => {
      button.setPointerCapture(event.pointerId);
      hold();
    };
    button.onpointerup = button.onpointercancel = button.onlostpointercapture = button.onblur = release;
    button.oncontextmenu = (event) => event.preventDefault();
    button.onkeydown = (event) => {
      if (!isPress(event)) return;
      event.preventDefault();
      hold();
    };
    button.onkeyup = (event) => isPress(event) && release();
  }

  #wait() {
    clearTimeout(this.timer);
    if (this.isKept) this.timer = setTimeout(() => this.set(this.isHeld, false), UNCOVERED_S * 1000);
  }
}

const cover = new Cover(() => {
  if (!cover.isOpen) refusal = "";
  drawPlay();
});
let isPinWanted = side.dataset.pin === "wanted";
let refusal = "";
let known = { version: null };
let isWarned = recall("warn") !== "no";
let hasHints = side.dataset.hints !== "off";

// Made once and only filled in later, so that nothing moves when the secret does.
const secret = make("section", { class: "card secret", "aria-label": t("thief_secret") });
const lines = make("div", { role: "status" });
const stepsPlace = make("div");
secret.append(lines, stepsPlace);
const holdButton = make("button", { type: "button", class: "button main hold" }, t("thief_hold"));
const keepButton = make("button", { type: "button", class: "button", onclick: () => cover.set(false, !cover.isKept) }, t("thief_keep"));
const doneButton = make("button", { type: "button", class: "button", onclick: () => act({ action: "done" }) }, t("thief_done"));
const warnSwitch = make("button", { type: "button", class: "switch", onclick: switchWarning }, t("thief_warn"));
const warnCard = make("section", { class: "card" }, warnSwitch);
const searchesPlace = make("div");
const noticesPlace = make("div", { class: "side" });
cover.wire(holdButton);
playPlace.append(
  noticesPlace,
  secret,
  make("div", { class: "hold-bar" }, holdButton, keepButton, doneButton),
  warnCard,
  searchesPlace,
);

const table = new Table("thief", show);
const end = new End(table, city, endPlace);
city.addEventListener("pick", ({ detail }) => detail.building && act({ action: "hide", building: detail.building }));

async function act(action) {
  const answer = await table.act(action);
  // What the server says to the thief may tell the secret: it is shown under the cover.
  refusal = answer.ok ? "" : answer.error === "stale" ? t("stale") : answer.message;
  drawPlay();
  return answer;
}

/** Like `act`, for what is no secret: why not is told whether the secret is covered or not. */
async function actOpenly(action) {
  return tell(await table.act(action));
}

function show(view, before) {
  const isSeated = view.you?.seat === "thief";
  const isPlaying = isSeated && (view.phase === "thief" || view.phase === "police");
  refusal = "";
  if (!isSeated) followSeat(table, view, before);
  if (view.phase === "over") end.show(view);
  else end.clear();
  showMenu(table, actOpenly);
  showStatus(statusPlace, view, sentence(view, isSeated));
  document.body.classList.toggle("playing", isPlaying);
  showHanded(isSeated);
  playPlace.hidden = !isPlaying;
  otherPlace.hidden = isPlaying;
  if (isPlaying) drawPlay();
  else showOther(view, isSeated, before);
}

function sentence(view, isSeated) {
  if (!isSeated) return t("thief_no_seat");
  if (view.phase === "thief") return view.mode === "classic" ? t("thief_now_classic") : t("thief_now");
  return t(`thief_in_${view.phase}`);
}

function showOther(view, isSeated, before) {
  cover.set(false, false);
  if (view.phase !== "over") city.show(publicCity(view));
  if (handedPlace.firstChild) document.body.classList.add("waiting");
  if (!isSeated) return showSitting(view, before);
  const parts = [];
  if (view.phase === "lobby") parts.push(newGameCard(actOpenly));
  parts.push(...handNotices(view, actOpenly), seatsCard(view));
  if (view.phase === "lobby") parts.push(passOnFold(table, otherPlace.querySelector("details")?.open ?? false));
  return fill(otherPlace, parts);
}

/** A form that is typed into is not built anew when somebody else sits down. */
function showSitting(view, before) {
  const isTaken = view.seats.thief !== null;
  const shown = otherPlace.querySelector("form");
  if (shown && before && (before.seats.thief !== null) === isTaken) return;
  fill(otherPlace, sittingForm(isTaken ? null : nameInput(), isTaken ? t("thief_taken", { name: view.seats.thief.name }) : t("thief_sit_how")));
}

function sittingForm(name, words) {
  const pin = pinInput();
  const refused = make("p", { class: "refusal", role: "status" });
  const onsubmit = async (event) => {
    event.preventDefault();
    const answer = await table.sit({ ...(name && { name: name.value }), pin: pin.value });
    refused.textContent = answer.ok ? "" : answer.message;
  };
  return make(
    "form",
    { class: "card form", onsubmit, autocomplete: "off" },
    make("h2", {}, name ? t("thief_sit") : t("thief_take_up")),
    make("p", { class: "quiet" }, words),
    name && make("label", { class: "field" }, t("your_name"), name),
    pinField(pin, name ? t("thief_pin_how") : null),
    refused,
    make("button", { class: "button main big wide" }, name ? t("thief_sit_yes") : t("thief_take_up_yes")),
  );
}

function pinField(pin, words) {
  return make("label", { class: "field" }, t("thief_pin"), pin, words && make("span", { class: "quiet small" }, words));
}

/** The seat was passed on to this player, who has no PIN yet. */
function showHanded(isSeated) {
  const isShown = isSeated && isPinWanted;
  if (isShown && !handedPlace.firstChild) fill(handedPlace, pinForm());
  if (!isShown) fill(handedPlace);
}

function pinForm() {
  const pin = pinInput();
  const onsubmit = async (event) => {
    event.preventDefault();
    const answer = tell(await table.sit({ pin: pin.value }));
    if (!answer.ok) return;
    isPinWanted = false;
    show(table.view, table.view);
    toast(t("thief_pin_kept"), "good");
  };
  return make(
    "form",
    { class: "card form", onsubmit, autocomplete: "off" },
    make("h2", {}, t("thief_handed")),
    pinField(pin, t("thief_pin_how")),
    make("button", { class: "button main wide" }, t("thief_pin_keep")),
  );
}

function drawPlay() {
  const { view } = table;
  if (playPlace.hidden || !view) return;
  const { isOpen } = cover;
  const isChoosing = view.phase === "thief";
  city.show({ ...coveredCity(view), ...(isOpen && openCity(view)) });
  holdButton.classList.toggle("held", cover.isHeld);
  holdButton.classList.toggle("main", !cover.isKept);
  keepButton.setAttribute("aria-pressed", String(cover.isKept));
  keepButton.textContent = cover.isKept ? t("thief_cover") : t("thief_keep");
  const canBeDone = isOpen && isChoosing;
  if (!canBeDone && document.activeElement === doneButton) keepButton.focus({ preventScroll: true });
  doneButton.disabled = !canBeDone;
  doneButton.classList.toggle("main", canBeDone);
  document.body.classList.toggle("classic", view.mode === "classic");
  warnSwitch.setAttribute("aria-pressed", String(isWarned));
  warnCard.hidden = !hasHints;
  lines.className = isOpen ? "" : "covered";
  // Read out where something is new in it, and only then.
  const now = make("div", {}, isOpen ? openLines(view) : coveredLines(view));
  if (now.innerHTML !== lines.innerHTML) lines.replaceChildren(...now.childNodes);
  fill(stepsPlace, isOpen && view.classic && classicSteps(view));
  fill(noticesPlace, isTold(view, isOpen) ? handNotices(view, actOpenly) : []);
  const isUnfolded = searchesPlace.querySelector("details")?.open ?? false;
  fill(searchesPlace, searchesFold(view, isUnfolded));
  if (isOpen && hasHints && view.phase === "police") askWhatIsKnown();
}

/** While the thief of a classic game hides the car, what the hand lifts is part of the secret. */
const isHandSecret = (view) => view.mode === "classic" && view.phase === "thief";

/** Whether notices about the board are shown. What was lifted without need stands among the steps. */
const isTold = (view, isOpen) => !isHandSecret(view) || (isOpen && !view.classic?.extra.length);

function coveredCity(view) {
  return { ...publicCity(view), ...(isHandSecret(view) && { lifted: [], missing: [] }) };
}

function openCity(view) {
  const { car, route, choices, choice } = view.you;
  const isChoosing = view.phase === "thief";
  return {
    car,
    route,
    choice,
    lifted: view.board.lifted,
    targets: { buildings: choices.filter((building) => building !== choice && choices.length < BUILDINGS.length) },
    tappable: { buildings: isChoosing },
    weights: known.version === view.version ? known.weights : null,
  };
}

function coveredLines(view) {
  const words = view.phase === "thief" ? t("thief_covered") : hasHints ? t("thief_covered_police") : t("thief_covered_route");
  return [make("div", { class: "cover" }, make("span", { class: "cover-mark" }), make("p", {}, words))];
}

function openLines(view) {
  // On a small phone there is room for what is to be done or for why not.
  const below = refusal
    ? make("p", { class: "refusal" }, refusal)
    : make("p", { class: "outlook" }, view.phase === "police" ? "" : outlookWords(view));
  if (view.classic || refusal) return [below];
  return [make("p", { class: "advice" }, view.phase === "police" ? knownWords(view) : adviceWords(view)), below];
}

function adviceWords(view) {
  const { choice, choices, car } = view.you;
  if (choice !== null) return t("thief_chosen", { building: choice });
  if (car === null) return t("thief_choose_any");
  return count("thief_choose", choices.length, { building: car });
}

/** How it goes on after the building chosen: ways out, and whether they lead far enough. */
function outlookWords(view) {
  const { choice, route } = view.you;
  if (!hasHints || !isWarned || choice === null || view.round >= ROUNDS) return "";
  const after = [...route, choice];
  const ways = NEIGHBOURS[choice].filter((building) => !after.includes(building)).length;
  const needed = ROUNDS - view.round;
  const possible = movesPossible(after, (building) => NEIGHBOURS[building], needed);
  if (ways === 0) return t("thief_dead_end");
  if (possible < needed) return count("thief_dead_end_soon", possible);
  return count("thief_ways", ways);
}

function classicSteps(view) {
  const { car, choice } = view.you;
  const { to_lift: toLift, to_pin: toPin, extra } = view.classic;
  const isDone = (building) => building !== null && !toLift.includes(building) && !toPin.includes(building);
  const step = (words, done, building) =>
    make(
      "li",
      { class: done ? "done" : "" },
      make("span", {}, words),
      building !== null && !done && setAsideButton(building, act, t("set_aside_short")),
    );
  const others = toPin.filter((building) => building !== car && building !== choice);
  return make(
    "ol",
    { class: "steps" },
    car !== null && step(t("thief_classic_run", { building: car }), isDone(car), car),
    step(choice === null ? t("thief_classic_choose") : t("thief_chosen_short", { building: choice }), choice !== null, null),
    choice !== null && step(t("thief_classic_hide", { building: choice }), isDone(choice), choice),
    others.map((building) => step(t("hand_put_back", { building }), false, building)),
    extra.length > 0 && make("li", {}, make("span", { class: "quiet" }, t("thief_classic_extra", { buildings: extra.join(", ") }))),
  );
}

function knownWords(view) {
  if (known.version !== view.version) return t("thief_known_asking");
  const { possible } = known;
  return possible.length === 1 ? t("thief_known_one") : t("thief_known_many", { number: possible.length });
}

/** What the police can know changes with every view, and is asked for only when it is looked at. */
async function askWhatIsKnown() {
  const { version } = table.view;
  if (known.version === version || known.asked === version) return;
  known = { version: null, asked: version };
  const answer = await request(table.path("knowledge"));
  if (known.asked !== version) return;
  if (!answer.ok) {
    known = { version: null };
    // Switched off since this page was loaded.
    if (answer.error === "hints_off") hasHints = false;
    return hasHints || drawPlay();
  }
  known = { version, ...answer.data };
  drawPlay();
}

function switchWarning() {
  isWarned = !isWarned;
  remember("warn", isWarned ? "yes" : "no");
  drawPlay();
}

/** How many further hiding places a route allows, up to `wanted`. */
function movesPossible(route, beside, wanted) {
  const visited = new Set(route);
  const furthest = (here, left) => {
    let best = 0;
    for (const next of beside(here)) {
      if (left === 0 || visited.has(next)) continue;
      visited.add(next);
      best = Math.max(best, 1 + furthest(next, left - 1));
      visited.delete(next);
      if (best === left) break;
    }
    return best;
  };
  return furthest(route[route.length - 1], Math.min(wanted, BUILDINGS.length));
}
