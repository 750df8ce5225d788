// A game to step through, read from its record. Fetched only when one is over or looked up.

import { HELICOPTERS } from "./city.js";
import { fill, icon, listed, make, prefersStillness, searchWords, t } from "./table.js";

const STEP_MS = 900;
const ROUTE_STEP_MS = 550;
const LETTERS = { p: "pink", y: "yellow", g: "green" };
const MARKS = {
  "-": { found: "nothing", colour: null },
  y: { found: "trace", colour: "yellow" },
  r: { found: "trace", colour: "red" },
  b: { found: "trace", colour: "blue" },
  "#": { found: "car", colour: null },
};
const CLOSINGS = ["arrested", "escaped", "*"];
const ICONS = {
  round_back: "M4 5h3v14H4zM20 5v14L8 12z",
  back: "M17 5v14L7 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  forward: "M7 5v14l10-7z",
  round_forward: "M17 5h3v14h-3zM4 5v14l12-7z",
};

/** Read a game's record: what the city looked like at each step, and the step in words. */
function readRecord(text) {
  const start = /^\[Helicopters "([A-P]) ([A-P]) ([A-P])"\]/m.exec(text);
  const tokens = text
    .replace(/^\[.*\]\s*$/gm, "")
    .replace(/\{[^}]*\}/g, " ")
    .replace(/;.*$/gm, "")
    .split(/\s+/)
    .filter((token) => token && !CLOSINGS.includes(token));
  const helicopters = Object.fromEntries(HELICOPTERS.map((one, index) => [one, { crossing: start[index + 1], acted: false }]));
  const first = { round: 0, helicopters, route: [], car: null, searches: [], traces: {} };
  const frames = [{ ...first, words: t("replay_start", { crossings: listed([start[1], start[2], start[3]]) }) }];
  for (const token of tokens) {
    const last = frames[frames.length - 1];
    if (token.endsWith(".")) frames.push({ ...last, round: Number(token.slice(0, -1)), isRoundBegin: true });
    else if (last.isRoundBegin) frames[frames.length - 1] = thiefFrame(last, token);
    else frames.push(policeFrame(last, token));
  }
  return frames;
}

function thiefFrame(begun, token) {
  const { round } = begun;
  const helicopters = Object.fromEntries(HELICOPTERS.map((one) => [one, { ...begun.helicopters[one], acted: false }]));
  const frame = { ...begun, helicopters, isRoundBegin: false, beginsRound: true };
  if (token === "surrounded") return { ...frame, words: t("replay_surrounded", { round }) };
  if (token === "?") return { ...frame, words: t("replay_hides_unknown", { round }) };
  const building = Number(token);
  return { ...frame, car: building, route: [...begun.route, building], words: t("replay_hides", { round, building }) };
}

function policeFrame(last, token) {
  const helicopter = LETTERS[token[0]];
  const frame = { ...last, beginsRound: false };
  const flown = (crossing) => ({ ...last.helicopters, [helicopter]: { crossing, acted: true } });
  const search = /^.x(\d+)(.)$/.exec(token);
  if (!search) {
    const crossing = token[1];
    return { ...frame, helicopters: flown(crossing), words: t("news_moves", { helicopter, crossing }) };
  }
  const made = { round: last.round, helicopter, building: Number(search[1]), ...MARKS[search[2]] };
  return {
    ...frame,
    helicopters: flown(last.helicopters[helicopter].crossing),
    searches: [...last.searches, made],
    traces: made.colour ? { ...last.traces, [made.building]: made.colour } : last.traces,
    words: searchWords(made),
  };
}

/** The controls to step through frames, and the clock that steps by itself. */
class Player {
  constructor(map, frames) {
    this.map = map;
    this.frames = frames;
    this.told = make("p", { class: "told", role: "status" });
    this.slider = make("input", { type: "range", min: 0, max: frames.length - 1, step: 1, "aria-label": t("replay_slider") });
    this.slider.oninput = () => this.#jump(Number(this.slider.value));
    this.playButton = control("play", () => (this.timer ? this.stop() : this.play()));
    this.element = make(
      "div",
      { class: "player" },
      this.told,
      this.slider,
      make(
        "div",
        { class: "row" },
        control("round_back", () => this.#jump(this.#roundBefore())),
        control("back", () => this.#jump(this.at - 1)),
        this.playButton,
        control("forward", () => this.#jump(this.at + 1)),
        control("round_forward", () => this.#jump(this.#roundAfter())),
      ),
    );
  }

  show(index) {
    this.at = Math.max(0, Math.min(index, this.frames.length - 1));
    const frame = this.frames[this.at];
    this.map.show(frame);
    this.told.textContent = frame.words;
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", frame.words);
  }

  play() {
    if (this.at === this.frames.length - 1) this.show(0);
    this.#run(() => {
      this.show(this.at + 1);
      return this.at < this.frames.length - 1;
    }, STEP_MS);
  }

  /** Draw the route building by building over the last step; people who want no motion get it at once. */
  drawRoute() {
    this.show(this.frames.length - 1);
    const { route } = this.frames[this.at];
    if (prefersStillness() || route.length < 2) return;
    let drawn = 0;
    const step = () => {
      drawn += 1;
      this.map.show({ ...this.frames[this.at], route: route.slice(0, drawn), car: route[drawn - 1] });
      return drawn < route.length;
    };
    step();
    this.#run(step, ROUTE_STEP_MS);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    dress(this.playButton, "play");
  }

  #run(step, everyMs) {
    this.stop();
    dress(this.playButton, "pause");
    this.timer = setInterval(() => step() || this.stop(), everyMs);
  }

  #jump(index) {
    this.stop();
    this.show(index);
  }

  #roundBefore() {
    const before = this.frames.slice(0, this.at).map(({ beginsRound }) => beginsRound);
    return Math.max(0, before.lastIndexOf(true));
  }

  #roundAfter() {
    const after = this.frames.findIndex(({ beginsRound }, index) => beginsRound && index > this.at);
    return after < 0 ? this.frames.length - 1 : after;
  }
}

function control(name, onclick) {
  const button = make("button", { type: "button", class: "button", onclick });
  dress(button, name);
  return button;
}

function dress(button, name) {
  button.setAttribute("aria-label", t(`replay_${name}`));
  button.replaceChildren(icon(ICONS[name]));
}

const recordPath = (id) => `/api/games/${id}/record`;

/** Fetch a game's record and show it. Resolves to the player; to null where there is none, or the place is gone. */
export async function fetchReplay({ map, place, id }) {
  const record = await fetchRecord(id);
  if (!place.isConnected) return null;
  if (record !== null) return showReplay({ map, place, id, record });
  const again = () => fetchReplay({ map, place, id });
  const missing = make("p", {}, t("replay_missing"));
  fill(place, make("div", { class: "notice" }, missing, make("button", { type: "button", class: "button", onclick: again }, t("try_again"))));
  return null;
}

/** Step through a game, finished or not. Returns the player. */
export function showReplay({ map, place, id, record }) {
  const player = new Player(map, readRecord(record));
  fill(place, make("section", { class: "card" }, make("h2", {}, t("replay_title")), player.element, recordLink(id)));
  player.show(player.frames.length - 1);
  return player;
}

async function fetchRecord(id) {
  try {
    const response = await fetch(recordPath(id), { cache: "no-store" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

function recordLink(id) {
  return make("a", { class: "button wide", href: recordPath(id), download: `city-chase-${id}.chase` }, t("over_record"));
}
