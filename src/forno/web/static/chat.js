/* Chat: people's words are text, never markup. Who was muted stays so on this device. */

import { chat, drawn } from "./bubbles.js";
import { post } from "./server.js";
import { setting } from "./settings.js";
import { play } from "./sounds.js";
import { fill, tell, words } from "./words.js";

const { table, seat } = document.body.dataset;
const kept = `muted-${table}`;
const list = document.getElementById("said");
const panel = list?.closest("details");
const badge = document.getElementById("chat-switch");
const muted = new Set(mutedBefore());

function mutedBefore() {
  try {
    return (localStorage.getItem(kept) ?? "").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

function keepMuted() {
  try {
    if (muted.size) localStorage.setItem(kept, [...muted].join("\n"));
    else localStorage.removeItem(kept);
  } catch {
    // Private windows forget.
  }
}

/** Somebody has said something. */
export function heard(entry) {
  if (!add(entry) || setting("chat") !== "on") return;
  tell(`${entry.name}: ${entry.text}`);
  play("word");
  if (entry.seat !== null) chat(entry.seat, entry.text);
  if (panel && !panel.open) showUnread(unread + 1);
}

let unread = 0;

/** How much was said since the panel was closed. */
function showUnread(number) {
  unread = number;
  panel.classList.toggle("unread", number > 0);
  if (!badge) return;
  badge.querySelector("[data-unread]").textContent = number || "";
  badge.classList.toggle("unread", number > 0);
}

/** All that was said so far. */
export function heardBefore(entries) {
  list?.replaceChildren();
  for (const entry of entries) add(entry);
  for (const name of muted) offerToHear(name);
}

function add({ name, text, room, seat: speaker }) {
  if (!list || muted.has(name)) return false;
  const line = document.createElement("li");
  line.className = `room-${room}`;
  line.dataset.name = name;
  const who = document.createElement("b");
  who.textContent = name;
  line.append(who, " ", drawn(text), " ");
  if (speaker === null || String(speaker) !== seat) line.append(muteButton(name));
  list.append(line);
  list.scrollTop = list.scrollHeight;
  return true;
}

function muteButton(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "mute";
  button.dataset.mute = name;
  button.setAttribute("aria-label", fill(words.mute, { name }));
  button.textContent = "×";
  return button;
}

function mute(name) {
  muted.add(name);
  keepMuted();
  for (const line of [...list.children]) {
    if (line.dataset.name === name) line.remove();
  }
  offerToHear(name).focus();
}

/** The line instead of somebody's words: who was muted can be heard again, also after a reload. */
function offerToHear(name) {
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
  list?.append(line);
  return button;
}

async function say(text) {
  const form = document.getElementById("chat-form");
  const ours = seat ? { seat: Number(seat) } : {};
  const answer = await post(form.action, { text, ...ours });
  const note = document.getElementById("chat-wrong");
  if (note) note.textContent = answer.error ? answer.message : "";
  return !answer.error;
}

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "chat-form") return;
  event.preventDefault();
  const input = event.target.elements.text;
  const text = input.value.trim();
  if (text && (await say(text))) input.value = "";
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-mute], [data-words]");
  if (button?.dataset.mute) mute(button.dataset.mute);
  else if (button) say(button.dataset.words);
});
panel?.addEventListener("toggle", () => showUnread(0));
badge?.addEventListener("click", () => {
  panel.open = !panel.open || !panel.contains(document.activeElement);
  if (!panel.open) return;
  panel.scrollIntoView({ block: "nearest" });
  document.getElementById("chat-text").focus();
});
panel?.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  panel.open = false;
  badge.focus();
});
