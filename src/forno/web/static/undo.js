/* Second thoughts. What was pressed stays on the page for a moment, in which it can be taken back: nobody has been told
anything yet, so nobody can have learned anything. And where something would be thrown away, the page asks, once.

How long the moment is, is a wish. It is over at once where nobody looks any more, and there is none where the clock
would run out meanwhile. */

import { secondsLeft } from "./clock.js";
import { park } from "./regions.js";
import { setting } from "./settings.js";
import { words } from "./words.js";

const UNDO_MS = { off: 0, short: 1500, long: 5000 };
const SPARE_SECONDS = 3;
const byId = (id) => document.getElementById(id);

/** Milliseconds in which a turn can be taken back after it was sent. */
export function moment() {
  const length = UNDO_MS[setting("undo")] ?? 0;
  return length / 1000 + SPARE_SECONDS < secondsLeft() ? length : 0;
}

/** A turn that is about to leave the page. */
export class Departure {
  constructor(composer, length, pressed) {
    this.note = makeNote(length, () => this.takeBack());
    placeOver(this.note, pressed);
    document.body.append(this.note);
    this.timer = setTimeout(() => this.leave(), length);
    this.looksAway = () => document.hidden && this.leave();
    document.addEventListener("visibilitychange", this.looksAway);
    this.composer = composer;
  }

  leave() {
    this.end();
    this.composer.latest().post();
  }

  takeBack() {
    this.end();
    this.composer.latest().takeBack();
  }

  end() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.looksAway);
    if (this.note.contains(document.activeElement)) park(this.composer.latest().form);
    this.note.remove();
  }

  get button() {
    return this.note.querySelector("button");
  }
}

/** The note takes the place of what was pressed, so that nothing looks out from under it. */
function placeOver(note, pressed) {
  const { left, top, width, height } = pressed.getBoundingClientRect();
  for (const [name, pixels] of Object.entries({ left, top, width, height })) note.style[name] = `${pixels}px`;
}

function makeNote(length, takeBack) {
  const note = document.createElement("div");
  note.className = "leaving";
  note.style.setProperty("--moment", `${length}ms`);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip undo";
  button.textContent = words.undo;
  button.addEventListener("click", takeBack);
  note.append(button);
  return note;
}

/** Ask whether that is meant; says so. */
export function ask(question, deed) {
  const dialog = byId("ask");
  if (!dialog) return Promise.resolve(true);
  byId("ask-text").textContent = question;
  dialog.querySelector("[value=yes]").textContent = deed;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener("close", () => answered(dialog.returnValue === "yes"), { once: true });
  });
}

/** What was asked is no longer the question. */
export const stopAsking = () => byId("ask")?.close();
