// The parts that the thief's, the police's and the table's page have in common, beside the map.

import { BUILDINGS, ROUNDS, helicopterPicture, traceOfRound, tracePicture } from "./city.js";
import { ask, count, fill, listed, make, request, t, toast } from "./table.js";

/** What anyone may see of a game, for `<city-map>`. */
export function publicCity(view) {
  return {
    helicopters: view.helicopters,
    traces: view.traces,
    searches: view.searches,
    lifted: view.board.lifted,
    missing: view.hand.missing,
  };
}

/** The round track, the phase, and one sentence on what is to be done now; after the end, who won and why. */
export function showStatus(place, view, sentence) {
  const isSeatWanted = !view.you && view.phase !== "over" && document.body.dataset.page !== "table";
  document.body.classList.toggle("waiting", view.phase === "lobby" || isSeatWanted);
  // Read out when it changes, and only then.
  const told = JSON.stringify([view.phase, view.round, view.result, sentence]);
  if (place.dataset.told === told) return undefined;
  place.dataset.told = told;
  if (view.result) return fill(place, resultCard(view));
  const name = t(`phase_${view.phase}`, { round: view.round });
  return fill(place, roundTrack(view.round), make("p", { class: "phase" }, name, make("small", {}, sentence)));
}

function resultCard({ result, round }) {
  return make(
    "section",
    { class: `result ${result.winner ?? ""}` },
    make("h2", {}, t(`over_${result.reason}`)),
    make("p", {}, t(`over_${result.reason}_why`, { round })),
  );
}

function roundTrack(now) {
  const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
  const when = (round) => (round < now ? "past" : round === now ? "now" : "to-come");
  const label = now ? t("track_label", { round: now }) : t("track_label_before");
  return make(
    "div",
    { role: "img", "aria-label": label },
    make("ol", { class: "track" }, rounds.map((round) => make("li", { class: when(round) }, tracePicture(traceOfRound(round), round)))),
  );
}

/** Every search so far with its round, the last one first, and the Traces that show. */
export function searchesFold(view, isOpen) {
  const lines = [...view.searches].reverse().map(searchLine);
  const list = lines.length
    ? make("ol", { class: "search-list" }, lines)
    : make("p", { class: "quiet" }, t("searches_none"));
  return make(
    "details",
    { class: "fold", open: isOpen },
    make("summary", { "data-key": "searches" }, `${t("searches_title")} (${view.searches.length})`),
    make("div", {}, list),
  );
}

function searchLine({ round, helicopter, building, found, colour }) {
  const what = t(`found_${found}`, { trace: colour });
  return make(
    "li",
    {},
    make("span", { class: "round-name" }, t("search_round", { round })),
    helicopterPicture(helicopter),
    make("span", { class: "visually-hidden" }, t("helicopter_name", { helicopter })),
    make("span", {}, t("search_building", { building })),
    make("span", { class: "found" }, colour ? [tracePicture(colour), " "] : null, what),
  );
}

export function tracesCard(view) {
  const traces = Object.entries(view.traces);
  const line = ([building, trace]) =>
    make("li", {}, tracePicture(trace, building), t("traces_one", { trace, building }));
  return make(
    "section",
    { class: "card" },
    make("h2", {}, t("traces_title")),
    traces.length
      ? make("ul", { class: "trace-list" }, traces.map(line))
      : make("p", { class: "quiet" }, t("traces_none")),
  );
}

/** What a hand has to put right on the board; with `act`, also the way round a switch that does not work. */
export function handNotices(view, act) {
  const { missing, put_back: putBack, choosing, resumed } = view.hand;
  const notices = [
    ...missing.map((building) => handNotice("hand_missing", building, act)),
    ...putBack.map((building) => handNotice("hand_put_back", building, act)),
  ];
  if (!notices.length && !choosing && view.board.message) notices.push(make("div", { class: "notice ask" }, view.board.message));
  if (resumed && act) notices.push(resumedNotice(act));
  return notices;
}

function handNotice(key, building, act) {
  return make(
    "div",
    { class: "notice ask", role: "status" },
    make("p", {}, t(key, { building })),
    act && setAsideButton(building, act, t("set_aside")),
  );
}

export function setAsideButton(building, act, words) {
  const onclick = () => act({ action: "set_aside", building });
  return make("button", { type: "button", class: "button", "data-key": `aside-${building}`, onclick }, words);
}

function resumedNotice(act) {
  return make(
    "div",
    { class: "notice" },
    make("p", {}, t("hand_resumed")),
    make("button", { type: "button", class: "button danger", "data-key": "resumed", onclick: () => giveUp(act) }, t("give_up")),
  );
}

async function giveUp(act) {
  const isSure = await ask({ title: t("give_up_title"), text: t("give_up_text"), yes: t("give_up_yes") });
  if (isSure) await act({ action: "abandon" });
}

/** "Give up" and "leave" in the menu, each there while it makes sense. */
export function showMenu(table, act) {
  const isSeated = table.view.you?.seat === table.seat;
  const isRunning = ["setup", "thief", "police"].includes(table.view.phase);
  const giveUpItem = document.getElementById("give-up");
  const leaveItem = document.getElementById("leave");
  giveUpItem.hidden = !(isSeated && isRunning);
  leaveItem.hidden = !isSeated;
  giveUpItem.onclick = () => giveUp(act);
  leaveItem.onclick = async () => tell(await table.leave());
}

export function newGameCard(act) {
  const option = (mode) =>
    make(
      "button",
      { type: "button", class: "choice-card", "data-key": `new-${mode}`, onclick: () => act(newGame(mode)) },
      make("strong", {}, t(`new_game_${mode}`)),
      make("span", { class: "quiet" }, t(`new_game_${mode}_how`)),
    );
  return make(
    "section",
    { class: "card" },
    make("h2", {}, t("new_game_title")),
    make("div", { class: "choice-cards" }, option("open"), option("classic")),
  );
}

export const newGame = (mode) => ({ action: "new_game", mode, thief: "human", police: "human" });

/** Buttons that make a police player the thief; `then` is what is done at once after it. */
export function passOnButtons(table, then = null) {
  const button = ({ name }) =>
    make(
      "button",
      { type: "button", class: "button wide", "data-key": `pass-${name}`, onclick: () => passOn(table, name, then) },
      t("over_pass", { name }),
    );
  return table.view.seats.police.map(button);
}

/** Before the first game the thief may pass the seat on. */
export function passOnFold(table, isOpen) {
  if (!table.view.seats.thief || !table.view.seats.police.length) return null;
  return make(
    "details",
    { class: "fold", open: isOpen },
    make("summary", { "data-key": "pass-on" }, t("pass_on_title")),
    make("div", { class: "side" }, passOnButtons(table)),
  );
}

/** Pass the thief's seat on, go on from whichever seat this browser has now, on its page. */
async function passOn(table, to, then) {
  table.close();
  const passed = tell(await request(table.path("action"), { action: "pass_on", to, version: table.view.version }));
  const held = await request("/api/seat");
  const seat = held.data?.seats[0]?.seat ?? table.seat;
  if (passed.ok && then) tell(await request(`/api/action?as=${seat}`, then));
  if (seat !== table.seat) location.assign(seat === "thief" ? "/thief" : "/police");
  else table.open();
}

/** Who sits where, in words. */
export function seatsCard(view) {
  const { thief, police, watching } = view.seats;
  return make(
    "section",
    { class: "card quiet" },
    make("p", {}, thief ? t("seats_thief", { name: thief.name }) : t("seats_no_thief")),
    make("p", {}, police.length ? t("seats_police", { names: listed(police.map(({ name }) => name)) }) : t("seats_no_police")),
    watching > 0 && make("p", {}, count("seats_watching", watching)),
  );
}

/** Show why something did not work, unless it did. */
export function tell(answer) {
  if (!answer.ok) toast(answer.error === "stale" ? t("stale") : answer.message, "bad");
  return answer;
}

/** Follow this browser's seat to the other page where the thief's seat was passed on. */
export async function followSeat(table, view, before) {
  const wasPassedOn = view.seats.thief && view.seats.thief.name !== before?.seats.thief?.name;
  if (!before?.you || !wasPassedOn) return;
  const answer = await request("/api/seat");
  const seats = answer.ok ? answer.data.seats.map(({ seat }) => seat) : [];
  if (seats.includes(table.seat)) return;
  if (seats.includes("thief")) location.assign("/thief");
  else if (seats.includes("police")) location.assign("/police");
}

/** The end of a game: fetched only then, and built once a game so that a step chosen in the replay stays. */
export class End {
  constructor(table, map, place) {
    Object.assign(this, { table, map, place, game: null });
  }

  async show({ game }) {
    if (this.game !== game) {
      this.game = game;
      const end = await this.#load();
      if (!end || this.game !== game) return;
      this.shown = end.showEnd({ table: this.table, map: this.map, place: this.place });
    }
    this.shown?.update(this.table.view);
  }

  clear() {
    if (this.game === null) return;
    this.game = null;
    this.shown?.stop();
    this.shown = undefined;
    fill(this.place);
  }

  /** Without Wi-Fi it cannot be fetched: a button tries again. */
  async #load() {
    try {
      return await import("./end.js");
    } catch {
      const again = () => location.reload();
      fill(this.place, make("button", { type: "button", class: "button wide", onclick: again }, t("try_again")));
      return null;
    }
  }
}
