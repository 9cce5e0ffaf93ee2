/* Hints: put away by a press on them or by Escape. They lie over the table where they leave free what they speak of: the
hand, the turn, and what a game's face marks with data-hint-clear. */

import { swapAll } from "./regions.js";
import { boxesOf, overlap } from "./room.js";
import { at, post } from "./server.js";

const EDGE_PX = 8;
const GAP_PX = 6;
const COVERED_COST = 200;
/** How much worse it is to cover a part of what is kept free than to scroll for as much of the hint. */
const KEPT_FREE = ":is(#hand, #turn-form, [data-hint-clear]) *:not(.fates *, .hints *)";

export async function tellHint() {
  const { table, seat } = document.body.dataset;
  const { html, message } = await post(at(`/t/${table}/hint`), { seat: seat ? Number(seat) : null });
  swapAll({ hint: html ?? message });
  place(document.getElementById("hint"));
}

/** Move a hint from where its style has it up to above what it would cover, or to the table's other side. */
function place(hint) {
  hint.removeAttribute("style");
  const { left, right, bottom, width, height } = hint.getBoundingClientRect();
  const kept = boxesOf(document.querySelectorAll(KEPT_FREE)).map(({ box }) => box);
  const other = document.getElementById("table").getBoundingClientRect();
  const levels = [...new Set(kept.map(({ top }) => top - GAP_PX))].filter((level) => level < bottom);
  const spots = [bottom, ...levels.sort((one, next) => next - one)].flatMap((level) =>
    [left, other.left + other.right - right].map((start) => ({ left: start, bottom: level })),
  );
  const cost = (spot) => {
    const top = Math.max(EDGE_PX, spot.bottom - height);
    const box = { ...spot, top, right: spot.left + width };
    const covered = kept.reduce((sum, each) => sum + overlap(box, each), 0);
    return COVERED_COST * covered + width * (height - (spot.bottom - top));
  };
  const best = spots.reduce((found, spot) => (cost(spot) < cost(found) ? spot : found));
  hint.style.translate = `${best.left - left}px ${best.bottom - bottom}px`;
  hint.style.maxHeight = `${Math.min(height, best.bottom - EDGE_PX)}px`;
}

function putAway(event) {
  const hint = document.querySelector(".hints[open]");
  if (!hint || (event.type === "click" ? !event.target.closest(".hints > div") : event.key !== "Escape")) return;
  hint.open = false;
  hint.firstElementChild.focus();
  event.stopPropagation();
}

document.addEventListener("click", putAway, true);
document.addEventListener("keydown", putAway, true);
