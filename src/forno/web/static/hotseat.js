/* Several people on one device: who gets it next. Nothing of one hand is left when the next is shown, so the next one is
another page.

While help is asked for nobody may know who can give it (MMR-8). So the device goes round: to everybody on it but the one
who asks, in order, whether or not something is asked of them; each passes it on. */

import { at, go as goTo } from "./server.js";
import { fill, words } from "./words.js";

const byId = (id) => document.getElementById(id);
const page = document.body;
const { table } = page.dataset;
const seat = Number(page.dataset.seat);
const device = (page.dataset.device ?? "").split(" ").filter(Boolean).map(Number);
const kept = `asked-${table}`;
const nameOf = (place) => document.querySelector(`[data-name-of="${place}"]`)?.dataset.name ?? "";

/** The call for all who share the device. */
export const ROUND = "round";

/** Cover the page until that seat has the device. */
export function pass(next) {
  const cover = byId("cover");
  const bar = byId("pass-on");
  if (bar) bar.hidden = true;
  if (!cover || next === null || next === undefined) return;
  byId("cover-text").textContent = fill(words.pass_to, { name: nameOf(next) });
  const go = byId("cover-go");
  go.onclick = () => goTo(at(`/t/${table}?seat=${next}`));
  cover.hidden = false;
  page.classList.add("covered");
  go.focus();
}

function roundBefore() {
  try {
    return JSON.parse(sessionStorage.getItem(kept)) ?? {};
  } catch {
    return {};
  }
}

function keepRound(round) {
  try {
    sessionStorage.setItem(kept, JSON.stringify(round));
  } catch {
    // Then it begins anew with every page.
  }
}

/** Everybody on this device gets it in turn. The position tells one time from the next; `by` is who asks. */
export function goRound(position, by) {
  const bar = byId("pass-on");
  if (!bar) return;
  bar.hidden = true;
  const number = position.split(".")[0];
  let round = roundBefore();
  const begins = round.number !== number;
  if (begins) {
    round = { number, by };
    keepRound(round);
  }
  const turns = turnsAfter(round.by);
  if (begins && turns[0] !== seat) {
    pass(turns[0]);
    return;
  }
  // Whoever is asked sees the question there instead.
  if (byId("turn-form") || !turns.includes(seat)) return;
  const next = turns[turns.indexOf(seat) + 1];
  const go = bar.querySelector("button");
  bar.hidden = false;
  go.hidden = next === undefined;
  if (next === undefined) return;
  go.textContent = fill(words.pass_to, { name: nameOf(next) });
  go.onclick = () => pass(next);
}

/** Everybody on the device but whoever asks, clockwise from there. */
function turnsAfter(by) {
  const after = device.findIndex((place) => place > by);
  const order = by === null || after < 0 ? device : [...device.slice(after), ...device.slice(0, after)];
  return order.filter((place) => place !== by);
}
