// What every page needs to talk to its table and its player: words, requests, the live stream, messages, questions.

const WORDS = JSON.parse(document.getElementById("words").textContent);
export const LANGUAGE = document.documentElement.lang;
const PLURALS = new Intl.PluralRules(LANGUAGE);

/** The words for a key, with `{values}` filled in; `helicopter` and `trace` are put into words themselves. */
export function t(key, values = {}) {
  const text = WORDS[key];
  if (text === undefined) throw new Error(`There are no words for ${key}.`);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return name === "helicopter" || name === "trace" ? WORDS[`${name}_${value}`] : String(value);
  });
}

/** Like `t`, for a number of things: `key_one` or `key_many`, as the language counts. */
export function count(key, number, values = {}) {
  const form = PLURALS.select(number) === "one" ? "one" : "many";
  return t(`${key}_${form}`, { number, ...values });
}

/** Things in a row, the last joined by the language's "and". */
export function listed(things) {
  const texts = things.map(String);
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} ${t("and")} ${texts[texts.length - 1]}`;
}

/** A moment as the owner of this phone writes it: in Britain and in America English dates differ. */
export function moment(text, dateStyle) {
  const locales = [...navigator.languages.filter((one) => one.startsWith(LANGUAGE)), LANGUAGE];
  return new Intl.DateTimeFormat(locales, { dateStyle, timeStyle: "short" }).format(new Date(text));
}

/**
 * Make an element: `make("button", {class: "main", onclick: f, "aria-pressed": "true"}, "text", child)`.
 * Text is only ever text: names come from players.
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A picture of one path, 24 units wide, for a button. */
export function icon(path) {
  const draw = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const picture = draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  picture.append(draw("path", { d: path }));
  return picture;
}

/** Where a player types a name. */
export function nameInput(placeholder = "") {
  return make("input", { name: "name", maxlength: 24, autocomplete: "nickname", autocapitalize: "words", placeholder });
}

/** Where the thief types a PIN. */
export function pinInput() {
  const digits = { inputmode: "numeric", pattern: "[0-9]{4,8}", maxlength: 8, title: t("pin_how"), placeholder: "••••" };
  return make("input", { name: "pin", class: "pin", autocomplete: "off", required: true, ...digits });
}

/** A search and what it found, as a sentence. */
export function searchWords({ helicopter, building, found, colour }) {
  return t(`news_${found}`, { helicopter, building, trace: colour });
}

/** Put new children into a place; the focus stays on the element with the same `data-key`, or at least on the page. */
export function fill(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...children.flat(3).filter(Boolean));
  if (!focused || focused === place) return;
  const same = focused.dataset.key && place.querySelector(`[data-key="${CSS.escape(focused.dataset.key)}"]`);
  (same || document.getElementById("main")).focus({ preventScroll: true });
}

/** What this browser was told to remember, or null. Private windows may refuse to remember anything. */
export function recall(name) {
  try {
    return localStorage.getItem(`citychase.${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`citychase.${name}`, value);
  } catch {
    // Then the switch holds until the page is closed.
  }
}

export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A short message that goes away by itself. `tone`: "good" or "bad". */
export function toast(message, tone) {
  const note = make("p", { class: `toast ${tone}` }, message);
  document.getElementById("toasts").replaceChildren(note);
  setTimeout(() => note.remove(), 6000);
}

// The second tap of a double tap must not answer a question that has just come up under the finger.
const NO_ANSWER_MS = 350;

/** Ask before something that cannot be taken back. Resolves to true or false. */
export function ask({ title, text, yes, no = t("no_back") }) {
  if (typeof HTMLDialogElement === "undefined") return Promise.resolve(confirm(`${title}\n\n${text}`));
  return new Promise((resolve) => {
    const answer = (value) => () => dialog.close(value);
    const yesButton = make("button", { type: "button", class: "button main", onclick: answer("yes"), disabled: true }, yes);
    const dialog = make(
      "dialog",
      { class: "question", "aria-labelledby": "question-title" },
      make("h2", { id: "question-title" }, title),
      make("p", {}, text),
      make(
        "div",
        { class: "row" },
        make("button", { type: "button", class: "button", onclick: answer("no"), autofocus: true }, no),
        yesButton,
      ),
    );
    dialog.onclose = () => {
      dialog.remove();
      // What was tapped to ask may be hidden by now, as in a menu.
      if (document.activeElement === document.body) document.querySelector(".menu summary").focus();
      resolve(dialog.returnValue === "yes");
    };
    document.body.append(dialog);
    dialog.showModal();
    setTimeout(() => (yesButton.disabled = false), NO_ANSWER_MS);
  });
}

// On Wi-Fi that is half gone no answer ever comes.
const PATIENCE_MS = 10000;

/**
 * One request. Never throws: `{ok: true, data}` or `{ok: false, error, message}`, where `message` is the server's
 * sentence in the player's language. `error` is "offline" where no answer came.
 */
export async function request(path, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  const options = { headers: { Accept: "application/json" }, cache: "no-store", signal: patience.signal };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.headers["X-CityChase"] = "1";
    options.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(path, options);
    const data = await response.json();
    return response.ok ? { ok: true, data } : { ok: false, error: data.error, message: data.message };
  } catch {
    return { ok: false, error: "offline", message: t("offline") };
  } finally {
    clearTimeout(timer);
  }
}

const FIRST_RETRY_MS = 500;
const SLOWEST_RETRY_MS = 8000;
const CROWDED_MS = 2000;
const BANNER_AFTER_MS = 1200;
// A phone that changed its Wi-Fi can hold a dead connection open without any error: ask now and then.
const CHECK_EVERY_MS = 20000;

/**
 * The table as one seat sees it: `new Table("thief", show)`; `show(view, before)` is called with every new view.
 * It recovers from lost Wi-Fi, sleeping phones and restarted servers by itself and shows that it is trying.
 */
export class Table {
  constructor(seat, show) {
    this.seat = seat;
    this.show = show;
    this.view = null;
    this.retryMs = FIRST_RETRY_MS;
    this.banner = document.getElementById("connection");
    this.open();
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.#lost());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("pagehide", () => this.close());
    document.addEventListener("visibilitychange", () => this.#turn());
    setInterval(() => this.#check(), CHECK_EVERY_MS);
  }

  path(name) {
    return `/api/${name}?as=${this.seat}`;
  }

  /** Open the live stream anew, as after sitting down: its first view counts whatever its version. */
  open() {
    this.close();
    this.isFresh = true;
    this.stream = new EventSource(this.path("live"));
    this.stream.addEventListener("view", (event) => {
      this.#found();
      this.#receive(JSON.parse(event.data));
    });
    this.stream.onerror = () => this.#lost();
  }

  /** Send an action decided on the view now shown, or on an earlier `version`. Resolves to what `request` gives. */
  async act(action) {
    const answer = await request(this.path("action"), { version: this.view?.version, ...action });
    if (answer.ok) this.#receive(answer.data);
    else if (answer.error === "stale") await this.refresh();
    return answer;
  }

  /** Sit down; the answer is the seat's own view. */
  async sit(details) {
    const answer = await request("/api/seat", { seat: this.seat, ...details });
    if (answer.ok) this.open();
    return answer;
  }

  async leave() {
    const answer = await request(this.path("leave"), {});
    if (answer.ok) this.open();
    return answer;
  }

  async refresh() {
    const answer = await request(this.path("view"));
    if (answer.ok) this.#receive(answer.data);
    return answer.ok;
  }

  #receive(view) {
    const before = this.view;
    // An answer and the stream may overtake each other. A new stream may go back, and each seat counts for itself.
    const isSameSeat = before?.you?.seat === view.you?.seat;
    if (before && !this.isFresh && isSameSeat && view.version <= before.version) return;
    this.isFresh = false;
    // A new stream mostly tells what is shown already. What the player was just told stays beside it.
    if (before && JSON.stringify(view) === JSON.stringify(before)) return;
    this.view = view;
    this.show(view, before);
  }

  /** Be told nothing more until it is opened again. */
  close() {
    clearTimeout(this.retry);
    this.stream?.close();
  }

  #turn() {
    if (document.visibilityState === "visible") this.open();
    else if (!this.#isWanted) this.close();
  }

  #lost() {
    this.close();
    this.warning ??= setTimeout(() => this.#warn(), BANNER_AFTER_MS);
    this.retry = setTimeout(() => this.#tryAgain(), this.retryMs * (0.75 + Math.random() / 2));
    this.retryMs = Math.min(this.retryMs * 2, SLOWEST_RETRY_MS);
  }

  async #tryAgain() {
    // Where too many pages are open for another live stream, this one still plays, by asking.
    const isReached = await this.refresh();
    if (isReached) this.#wait();
    if (this.#isWanted) this.open();
  }

  /** A hidden page lets its stream go: a browser has few connections for all its tabs. The table's page goes on talking. */
  get #isWanted() {
    return document.visibilityState === "visible" || this.seat === "public";
  }

  #found() {
    clearTimeout(this.warning);
    this.warning = undefined;
    this.retryMs = FIRST_RETRY_MS;
    this.hasWaited = false;
    if (!this.banner.hidden) this.banner.hidden = true;
  }

  /** The table is there but has no live stream for this page. */
  #wait() {
    this.retryMs = Math.min(this.retryMs, CROWDED_MS);
    // The first time the stream may only be a moment late, as after a restart.
    if (this.hasWaited && !this.banner.hidden) this.banner.textContent = t("crowded");
    this.hasWaited = true;
  }

  #warn() {
    this.banner.textContent = t("reconnecting");
    this.banner.hidden = false;
  }

  async #check() {
    if (document.visibilityState !== "visible" || this.stream.readyState !== EventSource.OPEN) return;
    const stream = this.stream;
    const answer = await request(this.path("view"));
    if (stream !== this.stream) return;
    if (!answer.ok || answer.data.version !== this.view?.version) this.open();
  }
}

function wireMenu() {
  const menu = document.querySelector(".menu");
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target) || event.target.closest(".menu-list button")) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  for (const button of menu.querySelectorAll("[data-language]")) {
    button.onclick = () => {
      document.cookie = `lang=${button.dataset.language}; path=/; max-age=31536000; SameSite=Strict`;
      location.reload();
    };
  }
}

wireMenu();
