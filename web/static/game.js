// One game of the journal, to step through.

import "./city.js";
import { showReplay } from "./replay.js";
import { LANGUAGE } from "./table.js";

const place = document.getElementById("replay");
const began = document.getElementById("began");

began.textContent = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long", timeStyle: "short" }).format(new Date(began.dateTime));
if (place.dataset.game) {
  showReplay({ map: document.getElementById("city"), place, id: Number(place.dataset.game) }).then((player) => player?.show(0));
}
