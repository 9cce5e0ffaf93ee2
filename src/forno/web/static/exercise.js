/* A stretch of a game that is shown once, at the pace of its level; then comes what is asked. Without script the turns are
read as sentences, above the questions. */

import "./page.js";
import { Show } from "./show.js";

const SILENT_SHARE = 0.3;
/** What isn't said aloud, such as drawing cards, stays for this part of the time. */

const byId = (id) => document.getElementById(id);
const bar = byId("exercise-bar");
const begin = byId("begin");
const seen = byId("seen");
const note = byId("exercise-note");
const questions = byId("questions");
const table = document.querySelector(".play");
const players = Number(bar.dataset.players);

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const inSight = () =>
  new Promise((done) => {
    if (!document.hidden) return done();
    document.addEventListener("visibilitychange", () => done(), { once: true });
  });

const show = new Show({ seat: null, players, people: [...Array(players).keys()], log: null, skip: null });
show.pace = () => 1;
show.pause = async ({ tell, say }) => {
  if (!tell) return;
  const long = Number(bar.dataset.milliseconds);
  seen.value += 1;
  note.textContent = tell;
  await after(say ? long : long * SILENT_SHARE);
  await inSight();
};

async function watch() {
  begin.hidden = true;
  seen.hidden = false;
  const steps = JSON.parse(byId("film").textContent);
  await show.add({ steps });
  table.hidden = true;
  bar.hidden = true;
  questions.hidden = false;
  questions.focus();
  scrollTo(0, 0);
}

questions.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step]");
  const number = button?.parentElement.querySelector("input");
  if (Number(button?.dataset.step) > 0) number.stepUp();
  else number?.stepDown();
});

questions.hidden = true;
bar.hidden = false;
begin.addEventListener("click", watch);
begin.focus();
