/* The show: what happened is told step by step, each with its light, bubble, flight, sentence and the board after it. */

import { moves, setting, tell, words } from "./page.js";
import { play } from "./sounds.js";

const PACES = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
const FLIGHT = 520;
const MOST_FLYING = 6;
const MOST_LINES = 400;
const BEHIND = 3;
const FAR_BEHIND = 9;
const CALM = 350;

const find = (selector) => { try { return document.querySelector(selector); } catch { return null; } };

/** What has the focus, said so that it can be found again in new markup. */
function focused(region) {
  const element = document.activeElement;
  if (!element || !region.contains(element)) return null;
  if (element === region) return () => region;
  const { action, actions, slot } = element.dataset;
  const mark = element.id ? `#${CSS.escape(element.id)}`
    : action ? `[data-slot="${slot}"][data-action="${action}"]`
    : actions ? `[data-slot="${slot}"][data-actions="${actions}"]` : null;
  const place = [...region.querySelectorAll(element.tagName)].indexOf(element);
  return () => (mark && region.querySelector(mark)) || region.querySelectorAll(element.tagName)[place];
}

const shown = new Map();

/** Put new content into a region: focus, scrolling and opened details stay as they were. */
export function swap(id, html) {
  const region = document.getElementById(id);
  if (!region || (shown.get(id) === html && region.childNodes.length)) return;
  shown.set(id, html);
  const refocus = focused(region);
  const scrolled = [region, ...region.querySelectorAll("*")].filter((element) => element.scrollLeft || element.scrollTop)
    .map((element) => [element.id || element.className, element.scrollLeft, element.scrollTop]);
  const opened = [...region.querySelectorAll("details[open]")].map((details) => details.className);
  region.innerHTML = html;
  for (const details of region.querySelectorAll("details")) if (opened.includes(details.className)) details.open = true;
  for (const element of scrolled.length ? [region, ...region.querySelectorAll("*")] : []) {
    const was = scrolled.find(([name]) => name === (element.id || element.className));
    if (was) [, element.scrollLeft, element.scrollTop] = was;
  }
  if (!refocus) return;
  const element = refocus();
  park(element && !element.disabled ? element : region);
}

/** Give the focus to a place, or to what is around it if that isn't shown: it is never lost. */
export function park(place) {
  for (; place && place !== document.body; place = place.parentElement) {
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/** Swap several; what carries data-morph=NAME before and after glides over. */
export function swapAll(regions, gently) {
  const all = () => { for (const [id, html] of Object.entries(regions)) swap(id, html); };
  const named = () => { for (const element of document.querySelectorAll("[data-morph]")) element.style.viewTransitionName = element.dataset.morph; };
  if (!gently || !document.startViewTransition || !find("[data-morph]")) return all();
  named();
  document.documentElement.classList.add("gliding");
  const gliding = document.startViewTransition(() => { all(); named(); });
  gliding.finished.finally(() => document.documentElement.classList.remove("gliding"));
  return gliding.updateCallbackDone.catch(() => {});
}

export class Show {
  /** `seat` is ours or null, `players` how many there are, `after(message)` hears when all steps of one were shown. */
  constructor({ seat, players = 0, table = find("#table"), log = find("#log"), skip = find("#skip"), after = () => {} }) {
    Object.assign(this, { seat, players, table, log, after, button: skip, queue: [], running: false, skipping: false, flights: new Set(), bubble: null, wake: null });
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
    this.running = this.skipping = false;
    if (this.button) this.button.hidden = true;
  }

  /** Show the rest at once. */
  skip() {
    if (!this.running) return;
    this.skipping = true;
    for (const flight of this.flights) flight.finish();
    this.wake?.();
  }

  /** How long things take now, as a factor; 0 for at once. */
  pace() {
    if (this.skipping || document.hidden || this.queue.length > FAR_BEHIND) return 0;
    return (PACES[setting("pace")] ?? 1) * (this.queue.length > BEHIND ? 0.5 : 1);
  }

  async message(message) {
    if (this.button && message.steps?.length > 1) this.button.hidden = this.pace() === 0;
    for (const step of message.steps ?? []) await this.step(step);
    this.hush();
    this.after(message);
  }

  async step(step) {
    const beat = `beat-${step.kind}`;
    this.hush();
    this.table?.classList.add(beat);
    this.forget(step.forgets);
    this.line(step);
    if (this.pace()) play(step.kind);
    if (step.say) this.speak(step.seat, step.say);
    if (step.before) await this.pause(step);
    if (this.pace() && moves()) await this.fly(step.fly ?? []);
    await swapAll(step.regions ?? {}, this.pace() && moves());
    if (!step.before) await this.pause(step);
    this.table?.classList.remove(beat);
  }

  /** Let it sink in. Whoever hears `beat` may keep the show waiting. */
  async pause({ kind, pause = 0 }) {
    if (!this.pace()) return;
    const waiting = [];
    this.table?.dispatchEvent(new CustomEvent("beat", { detail: { kind, wait: (promise) => waiting.push(promise) } }));
    const long = (moves() ? pause : Math.min(pause, CALM)) * this.pace();
    if (long) waiting.push(new Promise((done) => setTimeout(done, long)));
    if (waiting.length) await Promise.race([Promise.all(waiting), new Promise((done) => { this.wake = done; })]);
  }

  /** MMR-11: what was announced before must be remembered. A spectator's log reaches back one turn of everybody. */
  forget(seat) {
    if (!this.log || seat === null || seat === undefined) return;
    if (this.seat === seat) this.log.replaceChildren();
    if (this.seat !== null) return;
    this.log.append(this.entry({ mark: true }));
    const marks = this.log.querySelectorAll(".mark");
    if (marks.length < this.players) return;
    const first = marks[marks.length - this.players];
    while (this.log.firstElementChild !== first) this.log.firstElementChild.remove();
  }

  /** One line of the log. */
  entry({ tell: text = "", why, html, aside, mark }) {
    const line = document.createElement("li");
    line.className = mark ? "mark" : aside ? "aside" : "";
    line.hidden = !!mark;
    line.textContent = text;
    if (html) {
      const more = document.createElement("div");
      more.innerHTML = html;
      line.append(more);
    }
    if (why && this.log.dataset.why) {
      const link = document.createElement("a");
      link.className = "why";
      link.href = this.log.dataset.why.replace("RULE", encodeURIComponent(why));
      link.textContent = words.why;
      line.append(" ", link);
    }
    return line;
  }

  line(step) {
    if (!step.tell && !step.html) return;
    if (step.tell) tell(step.tell);
    if (!this.log) return;
    const bottom = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    this.log.append(this.entry(step));
    while (this.log.childElementCount > MOST_LINES) this.log.firstElementChild.remove();
    if (bottom) this.log.scrollTop = this.log.scrollHeight;
  }

  /** What a seat says hangs below it, or above if there is no room. The live region says it to those who don't see. */
  speak(seat, text) {
    const speaker = find(`#seat-${seat}`);
    const place = speaker?.getBoundingClientRect();
    if (!place?.width || !this.pace()) return;
    const bubble = (this.bubble = document.createElement("div"));
    bubble.className = "bubble";
    bubble.setAttribute("aria-hidden", "true");
    bubble.textContent = text;
    document.body.append(bubble);
    const { width, height } = bubble.getBoundingClientRect();
    const middle = place.left + Math.min(place.width / 2, 110);
    const left = Math.max(8, Math.min(middle - 40, innerWidth - width - 8));
    const above = place.bottom + height + 20 > innerHeight;
    bubble.classList.toggle("below", above);
    bubble.style.left = `${left}px`;
    bubble.style.top = `${Math.max(8, above ? place.top - height - 10 : place.bottom + 10)}px`;
    bubble.style.setProperty("--tip", `${Math.max(12, Math.min(middle - left - 10, width - 32))}px`);
  }

  hush() {
    this.bubble?.remove();
    this.bubble = null;
  }

  async fly(flights) {
    const all = flights.flatMap((flight) => {
      const [start, end] = [flight.start, flight.end].map((selector) => find(selector)?.getBoundingClientRect());
      if (!start?.width || !end?.width) return [];
      const number = Math.min(flight.number ?? 1, MOST_FLYING);
      return Array.from({ length: number }, (_, place) => this.flight(start, end, flight.card, place));
    });
    await Promise.allSettled(all);
  }

  flight(start, end, html, place) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const card = holder.content.firstElementChild;
    if (!card) return null;
    card.classList.add("flying");
    card.setAttribute("aria-hidden", "true");
    document.body.append(card);
    const { width, height } = card.getBoundingClientRect();
    const middle = (box) => [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2];
    const size = (box) => Math.min(1, Math.max(0.4, box.width / width));
    const [[x0, y0], [x1, y1]] = [middle(start), middle(end)];
    const turn = (place % 2 ? 1 : -1) * (4 + place * 2);
    const lift = Math.min(120, Math.hypot(x1 - x0, y1 - y0) / 4);
    const at = (x, y, scale, angle) => `translate(${x}px, ${y}px) scale(${scale}) rotate(${angle}deg)`;
    const flight = card.animate([
      { transform: at(x0, y0, size(start), 0), opacity: 0.2 },
      { transform: at((x0 + x1) / 2, (y0 + y1) / 2 - lift, 1, turn), opacity: 1, offset: 0.5 },
      { transform: at(x1, y1, size(end), turn / 2), opacity: 1 },
    ], { duration: FLIGHT * this.pace(), delay: place * 90 * this.pace(), easing: "cubic-bezier(.4,.1,.3,1)", fill: "both" });
    this.flights.add(flight);
    return flight.finished.finally(() => { this.flights.delete(flight); card.remove(); });
  }

  /** What a seat alone gets, after what everybody saw. */
  own({ regions = {}, asides = [] }) {
    for (const text of asides) this.line({ tell: text, aside: true });
    return swapAll(regions, this.pace() && moves());
  }

  /** Everything anew. */
  snapshot({ regions = {}, log = [] }) {
    this.hush();
    swapAll(regions);
    if (!this.log) return;
    this.log.replaceChildren(...log.map((line) => this.entry(line)));
    this.log.scrollTop = this.log.scrollHeight;
  }
}
