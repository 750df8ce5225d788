// The first page: choose a seat, say who you are, sit down. Who sits where comes with the live public view.

import { Table, fill, listed, make, nameInput, pinInput, request, t } from "./table.js";

const PAGE_OF = { thief: "/thief", police: "/police", watch: "/table" };
const PIN = /^[0-9]{4,8}$/;

const sitting = document.getElementById("sitting");
const atTable = document.getElementById("at-table");
const seatButtons = [...document.querySelectorAll("#seats [data-seat]")];
const held = new Set([...document.querySelectorAll("#held [data-seat]")].map(({ dataset }) => dataset.seat));
let chosen = null;

const table = new Table("public", (view, before) => {
  fill(atTable, gameLine(view), ...seatLines(view.seats));
  // A form that is typed into is built anew only when the thief's seat has changed hands.
  const hasChanged = before && before.seats.thief?.name !== view.seats.thief?.name;
  if (chosen === "thief" && hasChanged) showSitting();
});

function gameLine({ phase, round }) {
  if (phase === "setup") return make("p", { class: "running" }, t("join_setting_up"));
  if (phase === "thief" || phase === "police") return make("p", { class: "running" }, t("join_running", { round }));
  return null;
}

function seatLines({ thief, police, watching }) {
  if (!thief && !police.length && !watching) return [make("p", { class: "quiet" }, t("join_nobody"))];
  const line = (words, names) =>
    make("p", {}, make("span", { class: "quiet" }, `${words} `), names ? make("strong", {}, names) : make("span", { class: "free" }, t("join_free")));
  return [
    line(t("join_thief"), thief?.name),
    line(t("join_police"), listed(police.map(({ name }) => name))),
    watching > 0 && line(t("join_watch"), watching),
  ];
}

function choose(seat) {
  if (held.has(seat)) return location.assign(PAGE_OF[seat]);
  chosen = seat;
  for (const button of seatButtons) button.setAttribute("aria-pressed", String(button.dataset.seat === seat));
  showSitting();
  const heading = sitting.querySelector("h3");
  heading.focus({ preventScroll: true });
  sitting.querySelector("form").scrollIntoView({ block: "nearest" });
}

function showSitting() {
  const seated = chosen === "thief" ? table.view?.seats.thief : null;
  const name = seated ? null : nameInput(t(`join_name_${chosen}`));
  const pin = chosen === "thief" ? pinInput() : null;
  const refused = make("p", { class: "refusal", role: "status" });
  const sit = make("button", { class: "button main big wide" }, t(seated ? "join_sit_again" : `join_sit_${chosen}`));
  const onsubmit = (event) => {
    event.preventDefault();
    sitDown({ seat: chosen, name: name?.value.trim(), pin: pin?.value }, refused, sit);
  };
  fill(
    sitting,
    make(
      "form",
      { class: "form", onsubmit, novalidate: true, autocomplete: "off" },
      make("h3", { tabindex: "-1" }, t(`join_${chosen}`)),
      make("p", { class: "quiet" }, seated ? t("join_thief_taken", { name: seated.name }) : t(`join_${chosen}_how`)),
      name && make("label", { class: "field" }, t("your_name"), name, make("span", { class: "quiet small" }, t("join_name_how"))),
      pin && make("label", { class: "field" }, t("join_pin"), pin, make("span", { class: "quiet small" }, t("join_pin_how"))),
      refused,
      sit,
    ),
  );
}

async function sitDown({ seat, name, pin }, refused, button) {
  if (pin !== undefined && !PIN.test(pin)) {
    refused.textContent = t("pin_how");
    return sitting.querySelector(".pin").focus();
  }
  button.disabled = true;
  const answer = await request("/api/seat", { seat, ...(name && { name }), ...(pin && { pin }) });
  if (answer.ok) return location.assign(PAGE_OF[seat]);
  button.disabled = false;
  refused.textContent = answer.message;
}

for (const button of seatButtons) button.onclick = () => choose(button.dataset.seat);
for (const button of document.querySelectorAll("[data-choose]")) {
  button.onclick = () => document.querySelector(`.menu [data-language="${button.dataset.choose}"]`).click();
}
// A page that comes back from the browser's memory may know of seats that are gone.
addEventListener("pageshow", (event) => event.persisted && location.reload());
