// The police players' page: take helicopters, place them, move or search with one after the other.

import { HELICOPTERS, helicopterPicture } from "./city.js";
import {
  End,
  followSeat,
  handNotices,
  newGameCard,
  publicCity,
  searchesFold,
  seatsCard,
  showMenu,
  showStatus,
  tell,
  tracesCard,
} from "./panel.js";
import { Table, ask, fill, listed, make, nameInput, request, t } from "./table.js";

const SUGGESTED = ["F", "G", "K"];
const NOTE_MS = 7000;
const ONE_SEARCH_MS = 800;

const city = document.getElementById("city");
const statusPlace = document.getElementById("status");
const side = document.getElementById("side");
const endPlace = make("div", { class: "side" });
const place = make("div", { class: "side" });
const note = make("p", { class: "map-note", role: "status" });
side.append(endPlace, place);
city.after(note);

const searchedUntil = new Map();
let chosen = null;
let name = side.dataset.name || null;
let noteTimer;

const table = new Table("police", show);
const end = new End(table, city, endPlace);
city.addEventListener("pick", ({ detail }) => {
  // Why not is told beside the tap, not under the finger.
  note.classList.toggle("high", detail.building > 15 || detail.crossing > "H");
  return detail.crossing ? pickCrossing(detail.crossing) : pickBuilding(detail.building);
});

async function act(action) {
  const answer = await table.act(action);
  explain(answer.ok ? "" : answer.error === "stale" ? t("stale") : answer.message);
  return answer;
}

function explain(words) {
  clearTimeout(noteTimer);
  note.textContent = words;
  noteTimer = setTimeout(() => (note.textContent = ""), NOTE_MS);
}

function show(view, before) {
  const isSeated = view.you?.seat === "police";
  if (!isSeated) followSeat(table, view, before);
  // Why not was about what was to be seen before.
  if (before && before.version !== view.version) explain("");
  if (view.phase === "over") end.show(view);
  else end.clear();
  learnName(view);
  chosen = undoneOne(view, before) ?? choiceFor(view);
  showMenu(table, act);
  showStatus(statusPlace, view, sentence(view, isSeated));
  draw();
}

/** Which helicopters are this player's own: the view tells names, and only with several players it matters who is who. */
async function learnName(view) {
  const { police } = view.seats;
  if (view.you?.seat !== "police") name = null;
  else if (police.length === 1) name = police[0].name;
  else if (name === null) {
    const answer = await request("/api/seat");
    name = answer.data?.seats.find(({ seat }) => seat === "police")?.name ?? null;
    chosen = choiceFor(table.view);
    draw();
  }
}

function ownerOf(helicopter) {
  return table.view.seats.police.find(({ helicopters }) => helicopters.includes(helicopter))?.name ?? null;
}

function isFree(helicopter) {
  const owner = ownerOf(helicopter);
  return owner === null || owner === name;
}

function hasToAct(helicopter, view) {
  if (view.phase === "setup") return view.helicopters[helicopter].crossing === null;
  return view.phase === "police" && !view.helicopters[helicopter].acted;
}

/** The helicopter whose move was just taken back is the one to go on with. */
function undoneOne(view, before) {
  if (view.phase !== "police" || before?.phase !== "police" || before.round !== view.round) return undefined;
  return HELICOPTERS.find((one) => before.helicopters[one].acted && !view.helicopters[one].acted && isFree(one));
}

/** Keep the helicopter chosen as long as it has something to do; else take the next, one's own first. */
function choiceFor(view) {
  if (chosen && isFree(chosen) && hasToAct(chosen, view)) return chosen;
  const waiting = HELICOPTERS.filter((one) => isFree(one) && hasToAct(one, view));
  return waiting.find((one) => ownerOf(one) === name) ?? waiting[0] ?? null;
}

function sentence(view, isSeated) {
  if (!isSeated) return t("police_no_seat");
  if (view.phase === "thief" && view.mode === "classic") return t("police_eyes_closed");
  if (view.phase !== "police") return t(`police_in_${view.phase}`);
  const waiting = HELICOPTERS.filter((one) => !view.helicopters[one].acted);
  return t("police_waiting", { helicopters: listed(waiting.map((one) => t(`helicopter_${one}`))) });
}

function draw() {
  const { view } = table;
  const isSeated = view.you?.seat === "police";
  if (view.phase !== "over") city.show({ ...publicCity(view), ...(isSeated && ownCity(view)) });
  if (!isSeated) return showSitting();
  const isUnfolded = place.querySelector("details")?.open ?? innerWidth >= 900;
  const parts = {
    lobby: () => [newGameCard(act), seatsCard(view)],
    setup: () => [helicopterPart(view), startPart(view), ownershipPart(), seatsCard(view)],
    thief: () => [helicopterPart(view), tracesCard(view), searchesFold(view, isUnfolded)],
    police: () => [choosingNotice(view), helicopterPart(view), undoPart(view), tracesCard(view), searchesFold(view, isUnfolded)],
    over: () => [helicopterPart(view), seatsCard(view)],
  };
  return fill(place, handNotices(view, act), parts[view.phase]());
}

function ownCity(view) {
  if (view.phase === "setup") return { chosen, tappable: { crossings: true } };
  if (view.phase !== "police" || !chosen) return {};
  const { moves, searches } = view.you;
  return {
    chosen,
    targets: { crossings: moves[chosen] ?? [], buildings: searches[chosen] ?? [] },
    tappable: { crossings: true, buildings: true },
  };
}

async function pickCrossing(crossing) {
  const { view } = table;
  const here = HELICOPTERS.find((one) => view.helicopters[one].crossing === crossing);
  if (here && here !== chosen && isFree(here) && !view.helicopters[here].acted) return choose(here);
  if (view.phase === "setup") return chosen ? act({ action: "place", helicopter: chosen, crossing }) : explain(t("police_choose_first"));
  // While the question is open another phone may go on: the answer is to what was asked.
  const move = { action: "move", helicopter: chosen, crossing, version: view.version };
  const isMove = view.you.moves[chosen]?.includes(crossing);
  if (isMove && isLast(view) && !(await askLastMove(move))) return undefined;
  return act(move);
}

/** After a search the next helicopter is chosen: a second tap of a double tap would search with it too, for good. */
async function pickBuilding(building) {
  if (performance.now() < searchedUntil.get(building)) return undefined;
  searchedUntil.set(building, Infinity);
  const answer = await act({ action: "search", helicopter: chosen, building });
  searchedUntil.set(building, answer.ok ? performance.now() + ONE_SEARCH_MS : 0);
  return answer;
}

const isLast = (view) => HELICOPTERS.filter((one) => view.helicopters[one].acted).length === HELICOPTERS.length - 1;

function askLastMove({ helicopter, crossing }) {
  return ask({
    title: t("police_last_title"),
    text: t("police_last_text", { helicopter, crossing }),
    yes: t("police_last_yes"),
  });
}

function choose(helicopter) {
  chosen = helicopter;
  searchedUntil.clear();
  explain("");
  draw();
}

function helicopterPart(view) {
  const label = t("police_helicopters");
  return make("div", { class: "helicopters", role: "group", "aria-label": label }, HELICOPTERS.map((one) => helicopterButton(one, view)));
}

/** Whose helicopter is whose. Nobody has to decide it. */
function ownershipPart() {
  return make(
    "section",
    { class: "card" },
    make("p", { class: "quiet small" }, t("police_take_how")),
    make("div", { class: "row three" }, HELICOPTERS.map(ownershipButton)),
  );
}

function helicopterButton(helicopter, view) {
  const isOpen = isFree(helicopter) && (view.phase === "setup" || hasToAct(helicopter, view));
  const onclick = () => (isOpen ? choose(helicopter) : explain(whyNot(helicopter, view)));
  const pressed = String(chosen === helicopter);
  return make(
    "button",
    { type: "button", class: "helicopter-button", "data-key": helicopter, "aria-pressed": pressed, "aria-disabled": String(!isOpen), onclick },
    helicopterPicture(helicopter),
    make("strong", {}, t(`helicopter_${helicopter}`)),
    make("span", { class: "state" }, stateWords(helicopter, view)),
    make("span", { class: "state" }, ownerWords(helicopter) ?? ""),
  );
}

function stateWords(helicopter, view) {
  const { crossing, acted } = view.helicopters[helicopter];
  if (view.phase === "police") return acted ? t("police_has_acted") : t("police_to_act");
  if (crossing) return t("police_on", { crossing });
  return view.phase === "setup" ? t("police_not_placed") : "";
}

function ownerWords(helicopter) {
  const owner = ownerOf(helicopter);
  return owner === name && owner !== null ? t("police_mine") : owner;
}

function whyNot(helicopter, view) {
  if (!isFree(helicopter)) return t("police_not_yours", { helicopter, name: ownerOf(helicopter) });
  if (view.phase === "police") return t("police_acted_already", { helicopter });
  return t("police_not_now");
}

function ownershipButton(helicopter) {
  const owner = ownerOf(helicopter);
  const isMine = owner !== null && owner === name;
  const words = isMine ? "police_release" : "police_take";
  const onclick = () => act({ action: isMine ? "release" : "take", helicopter });
  const disabled = owner !== null && !isMine;
  const attributes = { "data-key": `own-${helicopter}`, "aria-label": t(`${words}_label`, { helicopter }), disabled, onclick };
  return make("button", { type: "button", class: "button", ...attributes }, t(words));
}

function startPart(view) {
  const isReady = HELICOPTERS.every((one) => view.helicopters[one].crossing !== null);
  const start = { class: "button main big wide", onclick: () => act({ action: "start" }) };
  const suggest = { class: "button wide", onclick: placeAsSuggested };
  const words = isReady ? t("police_start") : t("police_suggest", { crossings: listed(SUGGESTED) });
  return make("button", { type: "button", "data-key": "start", ...(isReady ? start : suggest) }, words);
}

async function placeAsSuggested() {
  for (const helicopter of HELICOPTERS) {
    const { helicopters } = table.view;
    const taken = HELICOPTERS.map((one) => helicopters[one].crossing);
    const crossing = SUGGESTED.find((letter) => !taken.includes(letter));
    if (helicopters[helicopter].crossing || !isFree(helicopter) || !crossing) continue;
    const answer = await act({ action: "place", helicopter, crossing });
    if (!answer.ok) return;
  }
}

function undoPart(view) {
  const undo = { "aria-disabled": String(!view.you.undo), onclick: () => act({ action: "undo" }) };
  return make("button", { type: "button", class: "button wide", "data-key": "undo", ...undo }, t("police_undo"));
}

/** A lifted building that several helicopters could be searching. */
function choosingNotice(view) {
  const { choosing } = view.hand;
  if (!choosing) return null;
  const button = (helicopter) =>
    make(
      "button",
      { type: "button", class: "button", "data-key": `choose-${helicopter}`, onclick: () => act({ action: "choose", helicopter }) },
      helicopterPicture(helicopter),
      t(`helicopter_${helicopter}`),
    );
  return make(
    "div",
    { class: "notice ask", role: "status" },
    make("p", {}, t("police_choosing", { building: choosing.building })),
    make("div", { class: "row" }, choosing.helicopters.map(button)),
  );
}

function showSitting() {
  if (place.querySelector("form")) return;
  const input = nameInput();
  const why = make("p", { class: "refusal", role: "status" });
  const onsubmit = async (event) => {
    event.preventDefault();
    const answer = await table.sit({ name: input.value });
    why.textContent = answer.ok ? "" : answer.message;
  };
  fill(
    place,
    make(
      "form",
      { class: "card form", onsubmit, autocomplete: "off" },
      make("h2", {}, t("police_sit")),
      make("p", { class: "quiet" }, t("police_sit_how")),
      make("label", { class: "field" }, t("your_name"), input, make("span", { class: "quiet small" }, t("police_name_how"))),
      why,
      make("button", { class: "button main big wide" }, t("police_sit_yes")),
    ),
  );
}
