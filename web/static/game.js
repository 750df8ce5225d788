// One game of the journal, to step through. Its record comes with the page.

import "./city.js";
import { showReplay } from "./replay.js";
import { moment } from "./table.js";

const place = document.getElementById("replay");
const began = document.getElementById("began");
const { game, record } = place.dataset;

began.textContent = moment(began.dateTime, "long");
if (record) showReplay({ map: document.getElementById("city"), place, id: Number(game), record }).show(0);
