// The list of all games at this table, newest first.

import { fill, listed, make, moment, request, t } from "./table.js";

const SHOWN_AT_ONCE = 24;
const WINNERS = { arrested: "police", surrounded: "police", escaped: "thief" };

const place = document.getElementById("games");

async function load() {
  const answer = await request("/api/games");
  if (!answer.ok) return fill(place, refusal(answer.message));
  const { games } = answer.data;
  if (!games.length) return fill(place, nothingYet());
  const list = make("ol", { class: "game-list" });
  const more = make("button", { type: "button", class: "button wide", onclick: () => showMore() }, t("games_more"));
  const showMore = () => {
    const first = list.children.length;
    list.append(...games.slice(first, first + SHOWN_AT_ONCE).map(gameCard));
    more.hidden = list.children.length === games.length;
    if (first) list.children[first].querySelector("a")?.focus();
  };
  showMore();
  fill(place, list, more);
}

function refusal(words) {
  return make(
    "div",
    { class: "notice bad", role: "status" },
    make("p", {}, words),
    make("button", { type: "button", class: "button", onclick: load }, t("try_again")),
  );
}

function nothingYet() {
  return make(
    "section",
    { class: "card center" },
    make("h3", {}, t("games_none")),
    make("p", { class: "quiet" }, t("games_none_how")),
    make("a", { class: "button main", href: "/" }, t("games_start")),
  );
}

function gameCard(game) {
  const number = game.id;
  return make(
    "li",
    { class: `game-card ${game.end ? (WINNERS[game.end] ?? "") : "running"}` },
    make(
      "div",
      { class: "game-head" },
      make("h3", {}, t("games_number", { number })),
      make("time", { class: "quiet small", datetime: game.began }, moment(game.began, "medium")),
    ),
    make("p", { class: "game-end" }, howItEnded(game)),
    make(
      "dl",
      { class: "game-who" },
      make("dt", {}, t("games_thief")),
      make("dd", {}, game.thief ?? t("games_unknown")),
      make("dt", {}, t("games_police")),
      make("dd", {}, game.police.length ? listed(game.police) : t("games_unknown")),
    ),
    make("p", { class: "quiet small" }, t(`games_${game.mode}`)),
    game.record && links(number),
  );
}

function howItEnded({ end, round }) {
  const key = `games_${end ?? "running"}`;
  return round ? t(key, { round }) : t(`${key}_early`);
}

function links(number) {
  const record = { href: `/api/games/${number}/record`, download: `city-chase-${number}.chase` };
  return make(
    "div",
    { class: "row" },
    make("a", { class: "button main", href: `/games/${number}`, "aria-label": t("games_look_label", { number }) }, t("games_look")),
    make("a", { class: "button", ...record, "aria-label": t("games_record_label", { number }) }, t("games_record")),
  );
}

load();
