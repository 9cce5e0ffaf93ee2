/* A table: stream, show and composer; notices, clock, chat, hot seat, keys.

Keys, unless they are switched off: k shows the rest at once, h goes to the hand, l to the log, c to the chat, ? tells the
keys; the composer has its own. */

import { composing } from "./compose.js";
import { ROUND, goRound, pass } from "./hotseat.js";
import { fill, onSetting, post, set, setting, tell, words } from "./page.js";
import { Show, swapAll } from "./show.js";
import { play } from "./sounds.js";
import { Stream } from "./stream.js";

const LATE = 10;
const FAREWELL = 2500;
const byId = (id) => document.getElementById(id);
const page = document.body;
const { table, phase } = page.dataset;
const seat = page.dataset.seat === "" || page.dataset.seat === undefined ? null : Number(page.dataset.seat);
const title = document.title;

const composer = composing(() => ({ url: `/t/${table}/moves`, seat }));
const show = new Show({ seat, players: Number(page.dataset.players) || 0, after: told });

/* Whose decision is awaited. */

let awaited = false;
let timer = 0;
/* On a shared device: who gets it, and who did something last. */
let call = page.dataset.call ?? null;
let latest = null;

function told({ awaits, clock, steps = [] }) {
  decides(awaits, clock);
  latest = steps.findLast((step) => Number.isInteger(step.seat))?.seat ?? latest;
}

function calls(next, position) {
  call = next;
  if (call === ROUND) goRound(position, latest);
  else pass(call);
}

function decides(who, clock) {
  if (who !== undefined) page.dataset.awaits = who ?? "";
  const face = byId("clock");
  clearInterval(timer);
  if (!face) return;
  face.hidden = clock === null || clock === undefined;
  if (face.hidden) return;
  const end = Date.now() + clock * 1000;
  const text = face.querySelector("[data-seconds]") ?? face;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    text.textContent = fill(words.seconds, { seconds: left });
    face.classList.toggle("late", left <= LATE);
  };
  tick();
  timer = setInterval(tick, 500);
}

function mine(now) {
  // On a shared device the others would hear that help is asked of this seat.
  if (now && !awaited && call !== ROUND) {
    play("turn");
    tell(words.your_turn);
    if (document.hidden && setting("notice") === "on" && window.Notification?.permission === "granted") {
      const notice = new Notification(words.your_turn, { body: title, tag: table });
      notice.onclick = () => { window.focus(); notice.close(); };
    }
  }
  awaited = now;
  page.classList.toggle("my-turn", now);
  headline();
}

function headline() {
  const call = awaited && document.hidden && setting("title") === "on";
  document.title = call ? `● ${words.your_turn} · ${title}` : title;
}

/* Chat: people's words are text, never markup. */

const mutedHere = `muted-${table}`;
const mutedBefore = () => { try { return localStorage.getItem(mutedHere) ?? ""; } catch { return ""; } };
const muted = new Set(mutedBefore().split("\n").filter(Boolean));

function said({ name, text, room }, fresh = true) {
  const list = byId("said");
  if (!list || muted.has(name)) return;
  const line = document.createElement("li");
  line.className = `room-${room}`;
  line.dataset.name = name;
  const who = document.createElement("b");
  who.textContent = name;
  const hush = document.createElement("button");
  hush.type = "button";
  hush.className = "mute";
  hush.dataset.mute = name;
  hush.setAttribute("aria-label", fill(words.mute, { name }));
  hush.textContent = "×";
  line.append(who, " ", text, " ", hush);
  list.append(line);
  list.scrollTop = list.scrollHeight;
  if (!fresh || setting("chat") !== "on") return;
  tell(`${name}: ${text}`);
  play("word");
  const panel = list.closest("details");
  if (panel && !panel.open) panel.classList.add("unread");
}

function mute(name) {
  muted.add(name);
  keepMuted();
  for (const line of [...byId("said").children]) if (line.dataset.name === name) line.remove();
  hearAgain(name).focus();
}

function keepMuted() {
  try {
    if (muted.size) localStorage.setItem(mutedHere, [...muted].join("\n"));
    else localStorage.removeItem(mutedHere);
  } catch { /* private windows forget */ }
}

/* The line instead of somebody's words: who was muted can be heard again, also after a reload. */
function hearAgain(name) {
  const line = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = fill(words.muted, { name });
  button.onclick = () => {
    muted.delete(name);
    keepMuted();
    line.remove();
  };
  line.append(button);
  byId("said")?.append(line);
  return button;
}

function allSaid(entries) {
  byId("said")?.replaceChildren();
  for (const entry of entries) said(entry, false);
  for (const name of muted) hearAgain(name);
}

async function say(text) {
  const form = byId("chat-form");
  const answer = await post(form.action, { text, ...(seat === null ? {} : { seat }) });
  const note = byId("chat-wrong");
  if (note) note.textContent = answer.error ? answer.message : "";
  return !answer.error;
}

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "chat-form") return;
  event.preventDefault();
  const input = event.target.elements.text;
  if (input.value.trim() && (await say(input.value.trim()))) input.value = "";
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-mute], [data-words]");
  if (button?.dataset.mute) mute(button.dataset.mute);
  else if (button) say(button.dataset.words);
});
byId("said")?.closest("details")?.addEventListener("toggle", ({ target }) => target.classList.remove("unread"));

/* Hints */
document.addEventListener("toggle", async ({ target }) => {
  if (!target.open || target.className !== "hints") return;
  const { html, message } = await post(`/t/${table}/hint`, { seat });
  swapAll({ hint: html ?? message });
}, true);

/* What arrives. */

const again = () => location.reload();

const hear = {
  public: (message) => show.add(message),
  own: (message, position) => {
    // The coach hears ahead what belongs to steps still to be shown.
    byId("coach")?.dispatchEvent(new CustomEvent("ahead", { detail: message.regions?.coach ?? "" }));
    return show.add(async () => {
      await show.own(message);
      composer.renew();
      calls(message.call, position);
      mine(message.awaited);
    });
  },
  guests: ({ regions = {} }) => show.add(() => {
    swapAll(regions);
    composer.renew();
  }),
  snapshot: (message, position) => show.add(() => {
    if (message.phase && message.phase !== phase) return again();
    show.snapshot(message);
    if (message.said) allSaid(message.said);
    composer.renew();
    decides(message.awaits, message.clock);
    calls(message.call, position);
    mine(!!message.awaited);
  }),
  said,
  started: again,
  over: () => show.add(() => { play("over"); return new Promise(() => setTimeout(again, FAREWELL)); }),
};

composer.renew();
mine(!!byId("turn-form") && phase === "playing");
if (page.dataset.clock) decides(undefined, Number(page.dataset.clock));
if (call !== null) calls(call === ROUND ? call : Number(call), page.dataset.position);
const log = byId("log");
if (log) log.scrollTop = log.scrollHeight;
allSaid(JSON.parse(byId("words-said")?.textContent ?? "[]"));

new Stream({
  url: (position) => `/t/${table}/stream?after=${position}${seat === null ? "" : `&seat=${seat}`}`,
  position: page.dataset.position ?? page.dataset.number,
  on: (name, data, position) => hear[name](data, position),
  line: (open) => { const lost = byId("lost"); if (lost) lost.hidden = open; },
});

document.addEventListener("visibilitychange", headline);
document.addEventListener("keydown", (event) => {
  if (setting("keys") !== "on" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  const focus = (element) => { if (element) { element.closest("details")?.setAttribute("open", ""); element.focus(); } };
  const keys = {
    k: () => show.skip(),
    h: () => focus(document.querySelector("#hand button:enabled, #turn button:enabled")),
    l: () => focus(log),
    c: () => focus(byId("chat-form")?.elements.text),
    "?": () => byId("keys")?.showModal(),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
const soundSwitch = byId("sound-switch");
const showSound = () => soundSwitch?.setAttribute("aria-pressed", String(setting("sound") === "on"));
soundSwitch?.addEventListener("click", () => {
  set("sound", setting("sound") === "on" ? "off" : "on");
  play("coin");
});
onSetting((name) => {
  if (name === "sound") showSound();
  headline();
});
showSound();
