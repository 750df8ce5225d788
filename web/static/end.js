// After the end: the route drawn step by step, the whole game to step through, and a rematch.

import { newGame, passOnButtons, tell } from "./panel.js";
import { fetchReplay } from "./replay.js";
import { fill, make, t } from "./table.js";

/** Fill the place after the end of a game. Returns what to call when seats change, to offer the right rematches. */
export function showEnd({ table, map, place }) {
  const { view } = table;
  const replayPlace = make("div");
  const rematchPlace = make("div");
  fill(place, replayPlace, rematchPlace);
  showFinalCity(map, view);
  let player = null;
  if (view.round > 0) {
    fetchReplay({ map, place: replayPlace, id: view.game }).then((fetched) => {
      player = fetched;
      player?.drawRoute();
    });
  }
  return {
    update: (latest) => fill(rematchPlace, latest.you && rematchCard(table, latest)),
    stop: () => player?.stop(),
  };
}

function showFinalCity(map, view) {
  const { route } = view.result;
  map.show({ helicopters: view.helicopters, traces: view.traces, searches: view.searches, route, car: route[route.length - 1] ?? null });
}

function rematchCard(table, view) {
  const button = (words, key, onclick) => make("button", { type: "button", class: "button wide", "data-key": key, onclick }, words);
  const same = button(t("over_same"), "same", async () => tell(await table.act(newGame(view.mode))));
  same.classList.add("main");
  return make("section", { class: "card" }, make("h2", {}, t("over_again")), same, passOnButtons(table, newGame(view.mode)));
}

