/* How long whoever decides has left. */

import { fill, words } from "./words.js";

const LATE_SECONDS = 10;
const TICK_MS = 500;
const SLOW_SECONDS = 600;
const DAY_MS = 24 * 3600 * 1000;

let timer = 0;
let end = Infinity;

/** How many seconds whoever decides has left; without a clock, all the time in the world. */
export const secondsLeft = () => (end - Date.now()) / 1000;

/** A moment as people say it where they are: "today, 18:00", "tomorrow, 18:00", "Mon, 30 Nov, 18:00". */
export function moment(time, now = Date.now()) {
  const language = document.documentElement.lang || undefined;
  const [then, today] = [time, now].map((each) => new Date(each).setHours(0, 0, 0, 0));
  const days = Math.round((then - today) / DAY_MS);
  const hour = { hour: "numeric", minute: "2-digit" };
  const date = { weekday: "short", day: "numeric", month: "short", ...hour };
  if (days > 1) return new Intl.DateTimeFormat(language, date).format(time);
  const day = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  return `${day}, ${new Intl.DateTimeFormat(language, hour).format(time)}`;
}

/** Count down from so many seconds; without any the clock is hidden. */
export function countDown(seconds) {
  const clock = document.getElementById("clock");
  clearInterval(timer);
  end = Infinity;
  if (!clock) return;
  clock.hidden = seconds === null || seconds === undefined;
  if (clock.hidden) return;
  end = Date.now() + seconds * 1000;
  clock.classList.toggle("slow", seconds > SLOW_SECONDS);
  const text = clock.querySelector("[data-seconds]") ?? clock;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    let said = left ? fill(words.seconds, { seconds: left }) : words.time_up;
    // A second later, since seconds are told as whole ones.
    if (left > SLOW_SECONDS) said = fill(words.until, { when: moment(end + 1000) });
    if (text.textContent !== said) text.textContent = said;
    clock.classList.toggle("late", left <= LATE_SECONDS);
  };
  tick();
  timer = setInterval(tick, TICK_MS);
}
