// The table's page, for a tablet or a television: what everyone may see, and what just happened, in words.

import { HELICOPTERS } from "./city.js";
import { End, handNotices, publicCity, seatsCard, showStatus, tracesCard } from "./panel.js";
import { LANGUAGE, Table, fill, make, recall, remember, searchWords, t } from "./table.js";

const NEWS_KEPT = 6;

const city = document.getElementById("city");
const parts = document.getElementById("parts");
const news = document.getElementById("news");
const endPlace = make("div", { class: "side" });
parts.before(endPlace);

class Voice {
  constructor(button) {
    this.isOn = recall("speak") === "yes";
    this.button = button;
    button.hidden = !("speechSynthesis" in window);
    button.onclick = () => this.#turn(!this.isOn);
    button.setAttribute("aria-pressed", String(this.isOn));
  }

  say(sentence) {
    if (!this.isOn || this.button.hidden) return;
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = LANGUAGE;
    speechSynthesis.speak(utterance);
  }

  #turn(isOn) {
    this.isOn = isOn;
    remember("speak", isOn ? "yes" : "no");
    this.button.setAttribute("aria-pressed", String(isOn));
    // Browsers speak only after a tap: the first sentence is said by this one.
    if (isOn) this.say(t("table_speaking"));
    else speechSynthesis.cancel();
  }
}

const voice = new Voice(document.getElementById("speak"));
const table = new Table("public", show);
const end = new End(table, city, endPlace);

function show(view, before) {
  if (view.phase === "over") end.show(view);
  else {
    end.clear();
    city.show({ ...publicCity(view), chosen: null });
  }
  showStatus(document.getElementById("status"), view, sentence(view));
  const isWaiting = view.phase === "lobby" || view.phase === "setup";
  const isRunning = view.phase === "thief" || view.phase === "police";
  fill(parts, handNotices(view), choosingNotice(view), isWaiting && seatsCard(view), isRunning && tracesCard(view));
  document.body.classList.toggle("over", view.phase === "over");
  for (const one of whatHappened(view, before)) tellNews(one);
}

function sentence(view) {
  if (view.phase === "thief" && view.mode === "classic") return t("table_eyes_closed");
  return t(`table_in_${view.phase}`);
}

function choosingNotice(view) {
  const { choosing } = view.hand;
  return choosing && make("div", { class: "notice ask" }, t("table_choosing", { building: choosing.building }));
}

function tellNews(words) {
  news.prepend(make("li", {}, words));
  while (news.children.length > NEWS_KEPT) news.lastChild.remove();
  voice.say(words);
}

/** What happened between two views, as sentences in the order it happened. */
function whatHappened(view, before) {
  if (!before) return [t(`table_in_${view.phase}`)];
  if (before.game !== view.game) return otherGame(view);
  const moves = HELICOPTERS.map((helicopter) => flight(helicopter, view, before)).filter(Boolean);
  const searches = view.searches.slice(before.searches.length).map(searchWords);
  const turned = turn(view, before);
  // A slow page may get several things in one view. "Done!" comes before what the police did, every other turn after it.
  return view.phase === "police" ? [...turned, ...moves, ...searches] : [...moves, ...searches, ...turned];
}

/** A game that was not there before, which may have gone on already. */
function otherGame(view) {
  if (view.phase === "lobby") return [t("table_in_lobby")];
  return view.phase === "setup" ? [t("table_new_game")] : turn(view, {});
}

function flight(helicopter, view, before) {
  const { crossing, acted } = view.helicopters[helicopter];
  const was = before.helicopters[helicopter];
  if (!crossing || crossing === was.crossing) return null;
  if (before.phase === "setup") return t("table_placed", { helicopter, crossing });
  // A page that was away for a while may find it elsewhere a round later: that is no move taken back.
  const isUndone = was.acted && !acted && before.round === view.round;
  return isUndone ? t("table_undone", { helicopter, crossing }) : t("news_moves", { helicopter, crossing });
}

function turn(view, before) {
  if (view.phase === before.phase && view.round === before.round) return [];
  if (view.phase === "over") return [t(`over_${view.result.reason}`)];
  if (view.phase === "police") return [t("table_hidden")];
  if (view.phase !== "thief") return [];
  const begun = t("table_round", { round: view.round });
  return view.mode === "classic" ? [begun, t("table_eyes_closed")] : [begun];
}
