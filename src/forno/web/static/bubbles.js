/* Who speaks, speaks: what a seat says hangs below it, or above if there is no room. The live region says it to those
who don't see. What belongs to the game makes way for the next; what people say stays as long as it takes to read. */

import { find } from "./regions.js";

const EDGE = 8;
const AWAY = 10;
const ROOM_BELOW = 20;

const READ = 2500;
const READ_A_LETTER = 50;

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

function hang(seat, text, css) {
  const place = find(`#seat-${seat}, .chair[data-name-of="${seat}"]`)?.getBoundingClientRect();
  if (!place?.width) return null;
  const bubble = document.createElement("div");
  bubble.className = css;
  bubble.setAttribute("aria-hidden", "true");
  bubble.append(drawn(text));
  document.body.append(bubble);
  // Its size once it has grown to it.
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const middle = place.left + Math.min(place.width / 2, 110);
  const left = Math.max(EDGE, Math.min(middle - 40, innerWidth - width - EDGE));
  const above = place.bottom + height + ROOM_BELOW > innerHeight;
  const top = above ? place.top - height - AWAY : place.bottom + AWAY;
  bubble.classList.toggle("below", above);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${Math.max(EDGE, top)}px`;
  bubble.style.setProperty("--tip", `${Math.max(12, Math.min(middle - left - 10, width - 32))}px`);
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
  setTimeout(() => bubble.remove(), READ + READ_A_LETTER * text.length);
}
