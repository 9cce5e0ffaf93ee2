/* The only answer. Who has no choice is asked like everybody, or the others could tell by the time that it takes. Unless
somebody likes to answer alone, the page does it: so many seconds after the question arrived as the form says, which the
table has drawn from how long this person takes to choose; and only while the page can be seen, since nobody answers what
nobody sees. On a shared device everybody answers alone. */

import { onSetting, setting } from "./settings.js";
import { moment } from "./undo.js";

const shared = (document.body.dataset.device ?? "").split(" ").length > 1;

/** Milliseconds in which nobody has read a question, and sent an answer that could be taken back. */
const reading = () => 700 + 800 * Math.random() + moment();

export function onlyAnswers() {
  let composer = null;
  let number = null;
  let timer = 0;
  let since = performance.now();
  let readable = since;

  function answer() {
    if (composer?.ways.length !== 1 || composer.busy) return;
    composer.turn = composer.ways[0].actions;
    composer.post();
  }

  function wait() {
    clearTimeout(timer);
    const after = composer?.form.dataset.after;
    if (after === undefined || setting("only") !== "on" || document.hidden || shared) return;
    timer = setTimeout(answer, Math.max(since + Number(after) * 1000, readable) - performance.now());
  }

  document.addEventListener("visibilitychange", () => {
    since = performance.now();
    wait();
  });
  onSetting(wait);
  return {
    /** What a seat is asked has arrived, with the number that it answers; the form comes when all before it was shown. */
    arrived(answers) {
      if (answers !== number) since = performance.now();
      number = answers;
    },
    /** There is a composer now, or none. */
    renewed(found) {
      if (found?.form.dataset.number !== composer?.form.dataset.number) readable = performance.now() + reading();
      composer = found;
      wait();
    },
  };
}
