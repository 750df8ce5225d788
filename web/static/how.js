// The guided first game. It is a story told on the page: every step knows which taps are right in it and what to say
// to the others. There is no game behind it, and no server.

import "./city.js";
import { make, t } from "./table.js";

const at = (pink, yellow, green, acted = []) => ({
  pink: { crossing: pink, acted: acted.includes("pink") },
  yellow: { crossing: yellow, acted: acted.includes("yellow") },
  green: { crossing: green, acted: acted.includes("green") },
});
const search = (round, helicopter, building) => ({ round, helicopter, building, found: "nothing", colour: null });

const PATROL = { helicopters: at("B", "H", "O") };
const ROUND_2 = { helicopters: at("I", "F", "K") };
const FOUND_18 = { helicopters: at("I", "F", "K", ["green"]), traces: { 18: "yellow" } };
const EMPTY_13 = { ...FOUND_18, helicopters: at("I", "F", "K", ["green", "yellow"]), searches: [search(2, "yellow", 13)] };
const ROUND_3 = { ...EMPTY_13, helicopters: at("J", "F", "K") };
const FOUND_17 = { ...ROUND_3, helicopters: at("J", "F", "K", ["pink"]), traces: { 18: "yellow", 17: "blue" } };

/**
 * The steps. `city`: what the map shows. A step with `right` waits for one of these taps; `wrong` lists what to say to
 * the others, the first that names the spot or names none. `then`: the city after the right tap, given the spot.
 */
const STEPS = [
  {
    name: "hide",
    side: "thief",
    city: { ...PATROL, targets: { buildings: [13] } },
    right: [13],
    wrong: [{ say: "hide_other" }],
    then: () => ({ ...PATROL, route: [13], car: 13 }),
  },
  { name: "trace", side: "thief", city: { ...PATROL, route: [13], car: 13, traces: { 13: "yellow" } } },
  {
    name: "run",
    side: "thief",
    city: { ...PATROL, route: [13], car: 13, targets: { buildings: [8, 12, 14, 18] } },
    right: [14],
    wrong: [
      { spots: [8, 12, 18], say: "run_other" },
      { spots: [13], say: "run_stay" },
      { spots: [7, 9, 17, 19], say: "diagonal" },
      { say: "too_far" },
    ],
    then: () => ({ ...PATROL, route: [13, 14], car: 14 }),
  },
  {
    name: "twice",
    side: "thief",
    city: { ...PATROL, route: [13, 14], car: 14, targets: { buildings: [9, 15, 19] } },
    right: [9, 15, 19],
    wrong: [
      { spots: [13], say: "twice_trace" },
      { spots: [14], say: "twice_stay" },
      { spots: [8, 10, 18, 20], say: "diagonal" },
      { say: "too_far" },
    ],
    then: (building) => ({ ...PATROL, route: [13, 14, building], car: building }),
  },
  { name: "sides", side: "police", city: ROUND_2 },
  {
    name: "search",
    side: "police",
    city: { ...ROUND_2, chosen: "green", targets: { buildings: [13, 14, 18, 19] } },
    right: [18],
    wrong: [{ spots: [13, 14, 19], say: "search_other" }, { say: "search_far" }],
    then: () => FOUND_18,
  },
  {
    name: "think",
    side: "police",
    city: { ...FOUND_18, chosen: "yellow", targets: { buildings: [13, 17, 19, 23] } },
    right: [13],
    wrong: [{ spots: [7, 8, 12], say: "think_near" }, { say: "think_far" }],
    then: () => EMPTY_13,
  },
  {
    name: "move",
    side: "police",
    city: { ...EMPTY_13, chosen: "pink", targets: { crossings: ["E", "J", "M"] } },
    right: ["J"],
    wrong: [
      { spots: ["E", "M"], say: "move_other" },
      { spots: ["F", "K"], say: "move_taken" },
      { spots: ["N"], say: "move_diagonal" },
      { spots: ["I"], say: "move_stay" },
      { spots: [..."ABCDGHLOP"], say: "move_far" },
      { say: "move_building" },
    ],
    then: () => ({ ...EMPTY_13, helicopters: at("J", "F", "K", ["pink", "yellow", "green"]) }),
  },
  {
    name: "follow",
    side: "police",
    city: { ...ROUND_3, chosen: "pink", targets: { buildings: [17] } },
    right: [17],
    wrong: [{ spots: [12, 13, 18], say: "follow_other" }, { say: "follow_far" }],
    then: () => FOUND_17,
  },
  {
    name: "catch",
    side: "police",
    city: { ...FOUND_17, chosen: "yellow", targets: { buildings: [12, 16, 22] } },
    right: [12],
    wrong: [{ spots: [7, 8, 13], say: "catch_near" }, { say: "catch_far" }],
    then: () => ({ ...FOUND_17, helicopters: at("J", "F", "K", ["pink", "yellow"]), route: [18, 17, 12], car: 12, lifted: [12] }),
  },
  { name: "end", side: "all", city: { helicopters: at("F", "K", "M"), route: [6, 7, 2, 1], car: 1 } },
];

const part = (id) => document.getElementById(id);
const city = part("city");
let now = 0;
let solvedWith = null;

function show() {
  const step = STEPS[now];
  const waits = step.right !== undefined && solvedWith === null;
  const isLast = now === STEPS.length - 1;
  part("side").textContent = t(`how_as_${step.side}`);
  part("side").className = `lesson-side ${step.side}`;
  part("step").textContent = t("how_step", { number: now + 1, all: STEPS.length });
  part("progress").value = (now + (waits ? 0 : 1)) / STEPS.length;
  part("heading").textContent = t(`how_${step.name}`);
  const tappable = { buildings: waits, crossings: waits };
  city.show({ ...(solvedWith === null ? step.city : step.then(solvedWith)), tappable });
  if (solvedWith === null) say("", t(`how_${step.name}_do`));
  else say("good", t(`how_${step.name}_done`));
  part("back").disabled = now === 0;
  part("next").textContent = t(isLast ? "how_again" : waits ? "how_skip" : "how_next");
  part("next").classList.toggle("main", !waits && !isLast);
  part("play").hidden = !isLast;
}

/** The task, or the answer to a tap in its place: on a phone there is room for one of them. */
function say(tone, words) {
  part("task").className = `lesson-task ${tone}`;
  part("task").textContent = words;
}

function pick(spot) {
  const { right, wrong } = STEPS[now];
  if (right.includes(spot)) {
    solvedWith = spot;
    show();
    return part("next").focus({ preventScroll: true });
  }
  const { say: key } = wrong.find(({ spots }) => !spots || spots.includes(spot));
  const isLetterForNumber = typeof spot === "string" && typeof right[0] === "number";
  say("kind", isLetterForNumber ? t("how_not_a_number") : t(`how_${key}`, { building: spot }));
}

function go(to) {
  now = to;
  solvedWith = null;
  city.forgetTap();
  show();
  part("heading").focus({ preventScroll: true });
  // On a phone the words are above the map and the button below it.
  scrollTo({ top: 0 });
}

city.addEventListener("pick", ({ detail }) => pick(detail.building ?? detail.crossing));
part("back").onclick = () => go(now - 1);
part("next").onclick = () => go((now + 1) % STEPS.length);
part("back").parentElement.append(make("a", { class: "button main", id: "play", href: "/", hidden: true }, t("how_play")));
show();
