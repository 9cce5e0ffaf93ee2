/* A player's notebook: what is written there is kept by itself, and comes to the player's other devices. */

import { post } from "./server.js";

const PAUSE_MS = 1200;
const form = document.getElementById("notes-form");
const field = document.getElementById("notes");
const told = document.getElementById("notes-told");
let kept = field.value;
let timer = 0;

async function keep() {
  clearTimeout(timer);
  const text = field.value;
  if (text === kept) return;
  const answer = await post(form.action, { seat: Number(form.elements.seat.value), text });
  if (!answer.error) kept = text;
  told.textContent = answer.error ? answer.message : told.dataset.kept;
}

/** Another device of the same player has written: what is being written here stays. */
function take({ detail: text }) {
  if (field.value !== kept) return;
  // Spaces at the ends of lines aren't kept: whoever writes isn't disturbed by that.
  if (field !== document.activeElement || field.value.trimEnd() !== text) field.value = text;
  kept = field.value;
}

form.addEventListener("noted", take);
field.addEventListener("input", () => {
  told.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(keep, PAUSE_MS);
});
field.addEventListener("blur", keep);
addEventListener("pagehide", keep);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  keep();
});
