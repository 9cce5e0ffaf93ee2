/* A game that plays itself. Every step is a page with an address of its own, and all of it works without script; here the
next one is fetched ahead and put in the place of what is shown. Space plays and pauses, the arrows go a step, Home and
End to the ends. */

import "./page.js";
import { meant } from "./keys.js";
import { piece, showAddress } from "./server.js";
import { setting } from "./settings.js";
import { tell } from "./words.js";

const PACES = { slow: 1.7, normal: 1, fast: 0.5, instant: 0 };
const MIN_READING_MS = 800;
const LETTER_MS = 22;
const MIN_STEP_MS = 600;
const MAX_STEP_MS = 5000;

const content = document.getElementById("content");
const bar = document.getElementById("replay-bar");
const play = document.getElementById("play");
const { at: slider, seat } = bar.elements;
const last = Number(slider.max);

let shown = Number(slider.value);
let timer = 0;
/** What was asked for last: whatever comes after something newer was asked for is too late. */
let asked = 0;
let ahead = { key: "", page: null };

/** The page of a step, as a document; nothing if it can't be had. */
async function fetched(step) {
  const fields = new FormData(bar);
  fields.delete("go");
  fields.set("at", step);
  const posts = bar.method === "post";
  const text = await (posts ? piece(bar.getAttribute("action"), fields) : piece(addressOf(step)));
  return text === null ? null : new DOMParser().parseFromString(text, "text/html");
}

const addressOf = (step) => `${bar.getAttribute("action")}?${new URLSearchParams({ at: step, seat: seat.value })}`;

/** The same, asked for once: the next step while this one is looked at. */
function page(step) {
  const key = `${step} ${seat.value}`;
  if (ahead.key !== key) ahead = { key, page: fetched(step) };
  return ahead.page;
}

async function go(step) {
  const mine = ++asked;
  const found = await page(step);
  if (mine !== asked) return;
  if (!found?.getElementById("replay-bar")) {
    // Asked for like any other page, the server says what is wrong.
    pause();
    slider.value = step;
    bar.requestSubmit();
    return;
  }
  put(found);
  shown = step;
  if (bar.method === "get") showAddress(addressOf(step));
  if (playing()) playOn();
}

/** Everything but the bar is replaced; the bar keeps the focus, and whoever drags at it. */
function put(found) {
  const fresh = found.getElementById("replay-bar");
  const keys = (form) => form.querySelectorAll("button[name]");
  keys(bar).forEach((button, place) => {
    const { value, disabled } = keys(fresh)[place];
    if (disabled && button === document.activeElement) play.focus();
    Object.assign(button, { value, disabled });
  });
  slider.value = fresh.elements.at.value;
  bar.querySelector(".where").textContent = fresh.querySelector(".where").textContent;
  const focused = document.activeElement?.dataset.go;
  for (const old of [...content.children]) if (old !== bar) old.remove();
  bar.before(...[...fresh.parentElement.children].filter((child) => child !== fresh));
  content.querySelector(`[data-go="${focused}"]`)?.focus();
  lookAtStory();
  for (const line of lines()) tell(line);
}

const lines = () =>
  [...content.querySelectorAll(".log > li")].map((line) => line.dataset.aloud ?? line.firstChild?.textContent ?? "");

/** The step in the list of all, without moving the page. */
function lookAtStory() {
  const list = content.querySelector(".story");
  const line = list?.querySelector("[aria-current]");
  if (line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
}

const playing = () => play.classList.contains("playing");

function showPlaying(on) {
  play.classList.toggle("playing", on);
  play.textContent = on ? play.dataset.pause : play.dataset.play;
}

function pause() {
  clearTimeout(timer);
  showPlaying(false);
}

function toggle() {
  if (playing()) {
    pause();
    return;
  }
  showPlaying(true);
  if (shown === last) go(0);
  else playOn();
}

/** The next step, once this one has been read. */
function playOn() {
  clearTimeout(timer);
  if (shown === last) {
    pause();
    return;
  }
  page(shown + 1);
  const reading = MIN_READING_MS + LETTER_MS * lines().join("").length;
  timer = setTimeout(
    () => go(shown + 1),
    Math.min(Math.max(reading * (PACES[setting("pace")] ?? 1), MIN_STEP_MS), MAX_STEP_MS),
  );
}

const within = (step) => Math.min(Math.max(step, 0), last);

const KEYS = {
  " ": toggle,
  ArrowLeft: () => go(within(shown - 1)),
  ArrowRight: () => go(within(shown + 1)),
  Home: () => go(0),
  End: () => go(last),
};

document.addEventListener("keydown", (event) => {
  const pressed = event.key === " " && event.target.closest?.("button, a, summary");
  if (setting("keys") !== "on" || !meant(event) || !KEYS[event.key] || pressed) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.addEventListener("click", (event) => {
  const wish = event.target.closest?.("[data-go], button[name=go]");
  if (!wish || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(Number(wish.dataset.go ?? wish.value));
});
slider.addEventListener("change", () => go(Number(slider.value)));
seat.addEventListener("change", () => go(shown));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) pause();
});
play.addEventListener("click", toggle);
for (const hidden of bar.querySelectorAll("[hidden]")) hidden.hidden = false;
bar.querySelector("[type=submit]:not([name])").hidden = true;
lookAtStory();
// Whoever came for the game sees it; whoever came for a moment of it sees that.
if (!location.search && shown === 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) toggle();
