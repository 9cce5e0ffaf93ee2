/* Who speaks, speaks: what a seat says hangs below it, or above if there is no room. The live region says it to those
who don't see. */

import { find } from "./regions.js";

const EDGE = 8;
const AWAY = 10;
const ROOM_BELOW = 20;

let bubble = null;

export function speak(seat, text) {
  const place = find(`#seat-${seat}`)?.getBoundingClientRect();
  if (!place?.width) return;
  hush();
  bubble = document.createElement("div");
  bubble.className = "bubble";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = text;
  document.body.append(bubble);
  const { width, height } = bubble.getBoundingClientRect();
  const middle = place.left + Math.min(place.width / 2, 110);
  const left = Math.max(EDGE, Math.min(middle - 40, innerWidth - width - EDGE));
  const above = place.bottom + height + ROOM_BELOW > innerHeight;
  const top = above ? place.top - height - AWAY : place.bottom + AWAY;
  bubble.classList.toggle("below", above);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${Math.max(EDGE, top)}px`;
  bubble.style.setProperty("--tip", `${Math.max(12, Math.min(middle - left - 10, width - 32))}px`);
}

export function hush() {
  bubble?.remove();
  bubble = null;
}
