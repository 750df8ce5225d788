// The owner's page: the code opens it, and every change is saved and counts at once.

import { LANGUAGE, count, fill, make, request, t } from "./table.js";

const DIGITS = 6;
const MOST_PROBLEMS = 3;
// Rounded to what can be told apart, not to the slider's steps: the file may have any value.
const hundredths = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 2 });
const seconds = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 3 });
const languages = [...document.querySelectorAll(".menu [data-language]")].map(({ lang, textContent }) => [lang, textContent]);

const place = document.getElementById("settings");
let report = null;
let waiting = null;
let sent = null;
let said = "";
let isSending = false;
let held = null;
let undo = null;
let problemsShown = "";
let putAside = null;

// The code

function showLock(words = "") {
  const code = make("input", {
    name: "code", class: "digits", inputmode: "numeric", autocomplete: "off", maxlength: 2 * DIGITS, required: true, "aria-describedby": "refused",
  });
  const refused = make("p", { class: "refusal", id: "refused", role: "status" }, words);
  const button = make("button", { class: "button main big wide" }, t("settings_open"));
  const onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    const answer = await request("/api/settings/code", { code: code.value });
    button.disabled = false;
    if (answer.ok) return load();
    refused.textContent = answer.message;
    code.select();
  };
  fill(
    place,
    make(
      "form",
      { class: "card form lock", onsubmit, autocomplete: "off" },
      make("h3", {}, t("settings_locked")),
      make("label", { class: "field" }, t("settings_code"), code),
      refused,
      button,
      make("p", { class: "quiet small" }, t("settings_locked_how"), " ", make("code", {}, place.dataset.command)),
    ),
  );
  return code;
}

async function lock() {
  const answer = await request("/api/settings/leave", {});
  if (!answer.ok) return tell(answer.message, "bad");
  undo = null;
  return showLock().focus();
}

async function load() {
  const answer = await request("/api/settings");
  if (answer.error === "code_wanted") return showLock();
  if (!answer.ok) return fill(place, failure(answer.message));
  if (!place.contains(controls)) fill(place, controls);
  tell("");
  show(answer.data);
  return controls.querySelector("h3").focus({ preventScroll: true });
}

function failure(words) {
  const again = make("button", { type: "button", class: "button", onclick: load }, t("try_again"));
  return make("div", { class: "notice bad", role: "status" }, make("p", {}, words), again);
}

// The controls are made once and only set afterwards, so that nothing is lost under the finger.

function slider(key, words, range, show) {
  const output = make("output", { for: key });
  const input = make("input", { id: key, type: "range", "aria-describedby": `${key}-how`, ...range });
  const set = (value) => {
    output.textContent = show(value);
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.oninput = () => {
    set(Number(input.value));
    change(key, Number(input.value), held !== key);
    held = key;
  };
  input.onchange = input.onblur = letGo;
  const element = make(
    "div",
    { class: "setting" },
    make("div", { class: "setting-head" }, make("label", { for: key }, t(words)), output),
    input,
    make("p", { class: "quiet small", id: `${key}-how` }, t(`${words}_how`)),
  );
  const follow = (value) => {
    if (held === key) return;
    input.value = value;
    set(value);
  };
  return { key, element, follow };
}

function letGo() {
  if (held === null) return;
  held = null;
  if (!isSending) show(report);
}

function toggle(key, words) {
  // Two quick taps are two changes, also before the first was answered.
  const onclick = () => change(key, !chosen()[key]);
  const button = make("button", { type: "button", class: "switch", onclick, "aria-describedby": `${key}-how` }, t(words));
  const element = make("div", { class: "setting" }, button, make("p", { class: "quiet small", id: `${key}-how` }, t(`${words}_how`)));
  return { key, element, follow: (value) => button.setAttribute("aria-pressed", String(value)) };
}

function choice(key, words, options) {
  const buttons = options.map(([value, name]) =>
    make("button", { type: "button", class: "button", lang: value, onclick: () => change(key, value) }, name),
  );
  const element = make(
    "div",
    { class: "setting", role: "group", "aria-labelledby": `${key}-name`, "aria-describedby": `${key}-how` },
    make("p", { id: `${key}-name` }, t(words)),
    make("div", { class: "row" }, buttons),
    make("p", { class: "quiet small", id: `${key}-how` }, t(`${words}_how`)),
  );
  const follow = (value) => buttons.forEach((one) => one.setAttribute("aria-pressed", String(one.lang === value)));
  return { key, element, follow };
}

const percent = (value) => t("percent", { number: hundredths.format(100 * value) });
const brightness = slider("brightness", "settings_brightness", { min: 0.05, max: 1, step: 0.05 }, percent);
const sound = toggle("sound", "settings_sound");
const hold = slider("hold_s", "settings_hold", { min: 0.2, max: 2, step: 0.1 }, (value) => t("settings_seconds", { number: seconds.format(value) }));
const language = choice("language", "settings_language", languages);
const hints = toggle("hints", "settings_hints");
const all = [brightness, sound, hold, language, hints];

const problemsPlace = make("div", { role: "status" });
const state = make("p", { class: "settings-state", role: "status" });
const undoButton = make("button", { type: "button", class: "button", onclick: takeBack }, t("settings_undo"));
const foot = make("div", { class: "settings-foot" }, state, undoButton);
const controls = make(
  "div",
  { class: "settings" },
  problemsPlace,
  make("section", { class: "card" }, make("h3", { tabindex: "-1" }, t("settings_board")), brightness.element, sound.element, hold.element),
  make("section", { class: "card" }, make("h3", {}, t("settings_players")), language.element, hints.element),
  make("button", { type: "button", class: "button wide", onclick: lock }, t("settings_lock")),
  foot,
);

/** The settings as they were chosen last, whether the table has heard of it or not. */
const chosen = () => ({ ...report.settings, ...sent, ...waiting });

function show(told) {
  report = told;
  const values = chosen();
  for (const { key, follow } of all) follow(values[key]);
  // Not disabled: whoever has pressed it would lose the focus.
  undoButton.setAttribute("aria-disabled", String(undo === null));
  // Told until the page is left: the next change, a moment later, puts nothing aside.
  putAside = report.put_aside ?? putAside;
  // Read out where something is new in it, and only then.
  const news = JSON.stringify([report.problems, putAside]);
  if (news === problemsShown) return;
  problemsShown = news;
  const notices = [putAside && make("p", { class: "notice" }, t("settings_put_aside", { name: putAside })), problemNotice(report.problems)];
  fill(problemsPlace, ...notices.filter(Boolean));
}

function problemNotice(problems) {
  if (!problems.length) return null;
  const list = (some) => make("ul", { class: "problems" }, some.map(({ message }) => make("li", {}, message)));
  const more = problems.slice(MOST_PROBLEMS);
  return make(
    "div",
    { class: "notice bad" },
    make("h3", {}, count("settings_problems", problems.length)),
    list(problems.slice(0, MOST_PROBLEMS)),
    more.length ? make("details", { class: "more" }, make("summary", {}, count("settings_problems_more", more.length)), list(more)) : "",
    make("p", { class: "quiet small" }, t("settings_problems_how")),
  );
}

function tell(words, tone = "") {
  state.textContent = words;
  state.className = `settings-state ${tone}`;
  // Until something has been changed there is nothing to say and nothing to undo.
  foot.classList.toggle("idle", words === "");
}

// Changes go one after the other; of a slider that moves meanwhile, only the last place is sent.

function change(key, value, isNew = true) {
  if (isNew) undo = { [key]: chosen()[key] };
  return save({ [key]: value }, t("settings_saved"));
}

function takeBack() {
  if (undo === null) return undefined;
  const back = undo;
  undo = null;
  return save(back, t("settings_undone"));
}

async function save(changes, words) {
  waiting = { ...waiting, ...changes };
  said = words;
  if (isSending) return;
  isSending = true;
  while (waiting) {
    sent = waiting;
    waiting = null;
    const answer = await request("/api/settings", sent);
    sent = null;
    if (answer.ok) show(answer.data);
    else refuse(answer);
    if (answer.ok && !waiting) tell(said, "good");
  }
  isSending = false;
}

function refuse({ error, message }) {
  waiting = held = undo = null;
  if (error === "code_wanted") return showLock(message).focus();
  show(report);
  return tell(message, "bad");
}

if (place.dataset.locked === "yes") showLock();
else load();
// Someone may have changed the file meanwhile, or another phone the settings.
document.addEventListener("visibilitychange", async () => {
  if (document.visibilityState !== "visible" || !place.contains(controls) || isSending) return;
  const answer = await request("/api/settings");
  if (answer.ok) show(answer.data);
  else refuse(answer);
});
// A slider that is dragged out and back to where it was tells of no change.
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo);
// A page that comes back from the browser's memory may have been locked since.
addEventListener("pageshow", (event) => event.persisted && location.reload());
