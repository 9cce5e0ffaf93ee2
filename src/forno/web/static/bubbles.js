/* Who speaks, speaks: what a seat says hangs beside it, where it covers nothing else. The live region says it to those
who don't see. What belongs to the game makes way for the next; what people say stays as long as it takes to read. */

import { find } from "./regions.js";
import { boxesOf, overlap } from "./room.js";

const EDGE_PX = 8;
const GAP_PX = 10;

const READING_MS = 2500;
const LETTER_MS = 50;

let telling = null;
const chatting = new Map();

/** What was said, as it is shown: a reaction is a picture, everything else text. */
export function drawn(text) {
  const picture = find(`.reactions [data-words="${CSS.escape(text)}"] svg`)?.cloneNode(true);
  if (!picture) return text;
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", text);
  picture.removeAttribute("aria-hidden");
  return picture;
}

const PLATE_COST = 0.1;
/** How much it costs to cover a player's plate, where covering anything else costs 1. */

/** Return the boxes of everything that is read or pressed, and what covering each costs. */
function boxesToKeepClear(speaker) {
  const all = [...document.querySelectorAll(".bar, .side, #lesson, #table *, .gather *")];
  const others = all.filter((element) => !speaker.contains(element) && !element.closest(".scene, .fates"));
  return boxesOf(others).map(({ element, box }) => ({ box, cost: element.closest(".seat") ? PLATE_COST : 1 }));
}

/** Return where a bubble covers least: below its seat, above it, beside it; else over the players' plates. */
function spotFor(speaker, width, height) {
  const seat = speaker.getBoundingClientRect();
  const middle = seat.left + Math.min(seat.width / 2, 110);
  const face = speaker.querySelector(".disc")?.getBoundingClientRect() ?? seat;
  const around = (find("#table") ?? document.body).getBoundingClientRect();
  const within = (left) => Math.max(around.left + EDGE_PX, Math.min(left, around.right - width - EDGE_PX));
  const level = seat.top + (seat.height - height) / 2;
  const spots = [
    ...[middle - 40, seat.left, seat.right - width].flatMap((left) => [
      { left: within(left), top: seat.bottom + GAP_PX, tip: "up" },
      { left: within(left), top: seat.top - height - GAP_PX, tip: "down" },
    ]),
    { left: seat.right + GAP_PX, top: level },
    { left: seat.left - width - GAP_PX, top: level },
    ...[face.right + GAP_PX / 2, seat.left, seat.right - width].flatMap((left) => [
      { left: within(left), top: level },
      { left: within(left), top: seat.bottom - height },
    ]),
  ];
  const clear = boxesToKeepClear(speaker);
  const cost = ({ left, top }) => {
    const box = { left, top, right: left + width, bottom: top + height };
    const out = width * height - overlap(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    return clear.reduce((sum, other) => sum + other.cost * overlap(box, other.box), 9 * out);
  };
  const spot = spots.reduce((best, next) => (cost(next) < cost(best) ? next : best));
  return {
    ...spot,
    top: Math.max(EDGE_PX, spot.top),
    tipAt: Math.max(12, Math.min(middle - spot.left - 10, width - 32)),
  };
}

function hang(seat, text, css) {
  const speaker = find(`#seat-${seat}, .chair[data-name-of="${seat}"]`);
  if (!speaker?.getBoundingClientRect().width) return null;
  const bubble = document.createElement("div");
  bubble.className = css;
  bubble.setAttribute("aria-hidden", "true");
  bubble.append(drawn(text));
  document.body.append(bubble);
  // Its size once it has grown to it.
  const { left, top, tip = "", tipAt } = spotFor(speaker, bubble.offsetWidth, bubble.offsetHeight);
  bubble.dataset.tip = tip;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
  bubble.style.setProperty("--tip", `${tipAt}px`);
  return bubble;
}

/** What the game has a seat say. */
export function speak(seat, text) {
  hush();
  telling = hang(seat, text, "bubble");
}

export function hush() {
  telling?.remove();
  telling = null;
}

/** What somebody says in the chat. */
export function chat(seat, text) {
  chatting.get(seat)?.remove();
  const bubble = hang(seat, text, "bubble of-person");
  if (!bubble) return;
  chatting.set(seat, bubble);
  setTimeout(() => bubble.remove(), READING_MS + LETTER_MS * text.length);
}
