/* Cards that fly from one place to another. */

import { find } from "./regions.js";

const FLIGHT_MS = 450;
const STAGGER_MS = 60;
const MAX_CARDS = 6;
const MAX_LIFT_PX = 120;

const underWay = new Set();

/** Let cards fly, each {start, end, card, number}; the pace is a factor. Done when all have arrived. */
export async function fly(flights, pace) {
  const all = flights.flatMap(({ start, end, card, number = 1 }) => {
    const [from, to] = [start, end].map((selector) => find(selector)?.getBoundingClientRect());
    if (!from?.width || !to?.width) return [];
    return Array.from({ length: Math.min(number, MAX_CARDS) }, (_, place) => flyOne(from, to, card, place, pace));
  });
  await Promise.allSettled(all);
}

/** All that fly arrive now. */
export function land() {
  for (const flight of underWay) flight.finish();
}

function flyOne(from, to, html, place, pace) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const card = holder.content.firstElementChild;
  if (!card) return null;
  card.classList.add("flying");
  card.setAttribute("aria-hidden", "true");
  document.body.append(card);
  const { width, height } = card.getBoundingClientRect();
  const timing = {
    duration: FLIGHT_MS * pace,
    delay: place * STAGGER_MS * pace,
    easing: "cubic-bezier(.4,.1,.3,1)",
    fill: "both",
  };
  const flight = card.animate(wayOf(from, to, width, height, place), timing);
  underWay.add(flight);
  return flight.finished.finally(() => {
    underWay.delete(flight);
    card.remove();
  });
}

/** Up in a bow and down again, each card turned a little more than the one before it. */
function wayOf(from, to, width, height, place) {
  const middle = (box) => [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2];
  const size = (box) => Math.min(1, Math.max(0.4, box.width / width));
  const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
  const turn = (place % 2 ? 1 : -1) * (4 + place * 2);
  const lift = Math.min(MAX_LIFT_PX, Math.hypot(x1 - x0, y1 - y0) / 4);
  const at = (x, y, scale, angle) => `translate(${x}px, ${y}px) scale(${scale}) rotate(${angle}deg)`;
  return [
    { transform: at(x0, y0, size(from), 0), opacity: 0.2 },
    { transform: at((x0 + x1) / 2, (y0 + y1) / 2 - lift, 1, turn), opacity: 1, offset: 0.5 },
    { transform: at(x1, y1, size(to), turn / 2), opacity: 1 },
  ];
}
