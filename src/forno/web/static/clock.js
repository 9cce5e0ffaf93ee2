/* How long whoever decides has left. */

import { fill, words } from "./words.js";

const LATE_SECONDS = 10;
const TICK_MS = 500;

let timer = 0;
let end = Infinity;

/** How many seconds whoever decides has left; without a clock, all the time in the world. */
export const secondsLeft = () => (end - Date.now()) / 1000;

/** Count down from so many seconds; without any the clock is hidden. */
export function countDown(seconds) {
  const clock = document.getElementById("clock");
  clearInterval(timer);
  end = Infinity;
  if (!clock) return;
  clock.hidden = seconds === null || seconds === undefined;
  if (clock.hidden) return;
  end = Date.now() + seconds * 1000;
  const text = clock.querySelector("[data-seconds]") ?? clock;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    text.textContent = fill(words.seconds, { seconds: left });
    clock.classList.toggle("late", left <= LATE_SECONDS);
  };
  tick();
  timer = setInterval(tick, TICK_MS);
}
