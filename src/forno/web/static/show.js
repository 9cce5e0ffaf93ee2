/* The show: what happened is told step by step, each with its light, bubble, flight, sentence and the board after it. */

import { hush, speak } from "./bubbles.js";
import { fly, land } from "./flights.js";
import { Log } from "./log.js";
import { Patience } from "./patience.js";
import { find, swapAll } from "./regions.js";
import { moves, setting } from "./settings.js";
import { play } from "./sounds.js";

const PACES = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
const MAX_QUEUE = 60;
const CALM_PAUSE_MS = 350;
const TOGETHER_PAUSE_MS = 150;

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Show {
  /** `seat` is ours or null, `players` how many there are, `people` those of them who are no bots; `after(message)`
  hears when all steps of one were shown. */
  constructor({
    seat,
    players = 0,
    people = [],
    table = find("#table"),
    log = find("#log"),
    skip = find("#skip"),
    after = () => {},
  }) {
    this.table = table;
    this.log = new Log(log, seat, players);
    this.skipButton = skip;
    this.after = after;
    this.patience = new Patience(people);
    this.seat = seat;
    this.queue = [];
    this.running = false;
    this.skipping = false;
    this.haste = 1;
    this.wake = null;
    this.left = {};
    skip?.addEventListener("click", () => this.skip());
  }

  /** Take a task: a message with steps, or anything else that has its turn after what came before. */
  add(task) {
    this.queue.push(task);
    if (!this.running) this.idle = this.run();
    return this.idle;
  }

  async run() {
    this.running = true;
    while (this.queue.length) {
      const task = this.queue.shift();
      try {
        if (typeof task === "function") await task();
        else await this.message(task);
      } catch (error) {
        // One broken step must not stop the table.
        console.error(error);
      }
    }
    this.running = false;
    if (this.seat === null) this.asked();
    if (this.skipButton) this.skipButton.hidden = true;
  }

  /** Show the rest at once, until we are asked. Who only watches skips what there is. */
  skip() {
    if (!this.running) return;
    this.skipping = true;
    land();
    this.wake?.();
  }

  /** It is for us to decide: from here on all is shown again, and takes its time. */
  asked() {
    this.skipping = false;
    this.patience.begin();
  }

  /** How long things take now, as a factor; 0 for at once. */
  pace() {
    if (this.skipping || document.hidden || this.queue.length > MAX_QUEUE) return 0;
    return (PACES[setting("pace")] ?? 1) * this.haste;
  }

  async message(message) {
    const steps = message.steps ?? [];
    if (this.skipButton && steps.length > 1) this.skipButton.hidden = this.pace() === 0;
    try {
      for (const [place, step] of steps.entries()) {
        const later = this.queue.flatMap((task) => task.steps ?? []);
        this.haste = this.patience.next([...steps.slice(place), ...later]);
        await this.step(step);
      }
    } finally {
      this.catchUp();
    }
    this.haste = 1;
    hush();
    this.after(message);
  }

  async step(step) {
    hush();
    this.log.forget(step.forgets);
    this.log.add(step);
    if (!this.pace()) {
      this.leave(step.regions ?? {});
      return;
    }
    this.catchUp();
    const beat = `beat-${step.kind}`;
    this.table?.classList.add(beat);
    play(step.kind);
    // What others do in a row is seen together: nothing waits until a card has landed.
    const together = step.together && step.seat !== this.seat;
    // What we say ourselves we have just pressed.
    if (step.say && !together && step.seat !== this.seat) speak(step.seat, step.say);
    if (step.before) await this.pause(step);
    if (this.pace() && moves()) {
      const flight = fly(step.fly ?? [], this.pace());
      if (!together) await flight;
    }
    await swapAll(step.regions ?? {}, this.pace() && moves());
    if (!step.before) await this.pause(together ? { ...step, pause: TOGETHER_PAUSE_MS } : step);
    this.table?.classList.remove(beat);
  }

  /** Keep what a step leaves behind that nobody watches: the table is drawn once for all of them. */
  leave(regions) {
    for (const [id, html] of Object.entries(regions)) {
      delete this.left[id]; // the latest comes last, should one lie within another
      this.left[id] = html;
    }
  }

  /** Show what was left behind. */
  catchUp() {
    swapAll(this.left);
    this.left = {};
  }

  /** Let it sink in. Whoever hears `beat` may keep the show waiting. */
  async pause({ kind, pause = 0 }) {
    if (!this.pace()) return;
    const waiting = [];
    const wait = (promise) => waiting.push(promise);
    this.table?.dispatchEvent(new CustomEvent("beat", { detail: { kind, wait } }));
    const long = (moves() ? pause : Math.min(pause, CALM_PAUSE_MS)) * this.pace();
    if (long) wait(after(long));
    if (!waiting.length) return;
    const woken = new Promise((done) => {
      this.wake = done;
    });
    await Promise.race([Promise.all(waiting), woken]);
  }

  /** What a seat alone gets, after what everybody saw. */
  own({ regions = {}, asides = [] }) {
    for (const text of asides) this.log.add({ tell: text, aside: true });
    return swapAll(regions, this.pace() && moves());
  }

  /** Everything anew. */
  snapshot({ regions = {}, log = [] }) {
    hush();
    swapAll(regions);
    this.log.replace(log);
  }
}
