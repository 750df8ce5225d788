// After the end: the route drawn step by step, the whole game to step through, and a rematch.
// Fetched only when a game is over or looked up, so it weighs nothing before.

import { HELICOPTERS } from "./city.js";
import { newGame, tell } from "./panel.js";
import { fill, listed, make, prefersStillness, request, t } from "./table.js";

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
export function readRecord(text) {
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
  const building = Number(search[1]);
  const { found, colour } = MARKS[search[2]];
  return {
    ...frame,
    helicopters: flown(last.helicopters[helicopter].crossing),
    searches: [...last.searches, { round: last.round, helicopter, building, found, colour }],
    traces: colour ? { ...last.traces, [building]: colour } : last.traces,
    words: t(`news_${found}`, { helicopter, building, trace: colour }),
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
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  picture.append(path);
  button.setAttribute("aria-label", t(`replay_${name}`));
  button.replaceChildren(picture);
}

const recordPath = (id) => `/api/games/${id}/record`;

/** Step through a game of the journal, finished or not. Resolves to the player, or null where there is no record. */
export async function showReplay({ map, place, id }) {
  const text = await recordText(id);
  if (text === null) {
    fill(place, make("p", { class: "quiet" }, t("replay_missing")));
    return null;
  }
  const player = new Player(map, readRecord(text));
  fill(place, make("section", { class: "card" }, make("h2", {}, t("replay_title")), player.element, recordLink(id)));
  player.show(player.frames.length - 1);
  return player;
}

async function recordText(id) {
  try {
    const response = await fetch(recordPath(id), { cache: "no-store" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

export function recordLink(id) {
  return make("a", { class: "button wide", href: recordPath(id), download: `city-chase-${id}.chase` }, t("over_record"));
}

/** Fill the place after the end of a game. Returns what to call when seats change, to offer the right rematches. */
export function showEnd({ table, map, place }) {
  const { view } = table;
  const replayPlace = make("div");
  const rematchPlace = make("div");
  fill(place, replayPlace, rematchPlace);
  showFinalCity(map, view);
  if (view.round > 0) startReplay(map, view, replayPlace, place);
  return (latest) => fill(rematchPlace, latest.you && rematchCard(table, latest));
}

function showFinalCity(map, view) {
  const { route } = view.result;
  map.show({ helicopters: view.helicopters, traces: view.traces, searches: view.searches, route, car: route[route.length - 1] ?? null });
}

async function startReplay(map, view, replayPlace, place) {
  const player = await showReplay({ map, place: replayPlace, id: view.game });
  if (!player) return;
  place.addEventListener("end-cleared", () => player.stop(), { once: true });
  player.drawRoute();
}

function rematchCard(table, view) {
  const button = (words, key, onclick) => make("button", { type: "button", class: "button wide", "data-key": key, onclick }, words);
  const same = button(t("over_same"), "same", async () => tell(await table.act(newGame(view.mode))));
  same.classList.add("main");
  const passes = view.seats.police.map(({ name }) =>
    button(t("over_pass", { name }), `pass-${name}`, () => passOnAndPlay(table, name, view.mode)),
  );
  return make("section", { class: "card" }, make("h2", {}, t("over_again")), same, passes);
}

/** Pass the thief's seat on, then begin anew from whichever seat this browser has now. */
async function passOnAndPlay(table, name, mode) {
  table.close();
  const passed = tell(await request(table.path("action"), { action: "pass_on", to: name, version: table.view.version }));
  const seats = await request("/api/seat");
  const seat = seats.data?.seats[0]?.seat ?? table.seat;
  if (passed.ok) tell(await request(`/api/action?as=${seat}`, newGame(mode)));
  if (seat !== table.seat) location.assign(seat === "thief" ? "/thief#handed" : "/police");
  else table.open();
}
