/* The coach: in a lesson it says one thing at a time. All that was told so far is on the page; which of it was understood
is known to this device alone. What asks for a deed (data-deed) stays until the server has seen it (data-done).

What is to be told along with steps that are still being shown waits for its beat, and then the show waits for it: a word
about the open oven comes while the oven is open. */

import { boxesOf, overlap } from "./room.js";

const SETTLE_MS = 30;
const SIDEWAYS = "(max-height: 30rem) and (min-width: 40.01rem)";
const CORNERS = [[], ["low"], ["right"], ["low", "right"]];
const NEXT_COST = 25;
/** How much it costs to cover what is read and pressed next, where covering anything else costs 1. */
const POINTED_COST = 5;
/** How much it costs to cover what a note speaks of. */
/** Part of what a note speaks of on which it may lie, so that it leaves one's own cards: one of so many. */
const MAY_BE_COVERED = 5;
const lesson = document.getElementById("lesson");
const coach = document.getElementById("coach");
const table = document.getElementById("table");

class Coach {
  constructor() {
    this.kept = `lesson-${document.body.dataset.table}-${document.body.dataset.seat}`;
    const { understood = [], stopped = false } = this.read();
    this.understood = new Set(understood);
    this.stopped = stopped;
    /** Topics that are known before their beat is shown. */
    this.ahead = new Map();
    /** The beat for which the show waits now, and how it goes on. */
    this.beat = null;
    this.goOn = () => {};
    this.shown = null;
    /** The numbers of our decisions since the page was loaded. */
    this.decisions = new Set();
    this.gotIt = lesson.querySelector("[data-got-it]");
    this.stop = lesson.querySelector("[data-stop]");
    this.resume = lesson.querySelector("[data-resume]");
    this.observer = new MutationObserver(() => this.drawnAnew());
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.kept)) ?? {};
    } catch {
      return {};
    }
  }

  keep() {
    const state = { understood: [...this.understood], stopped: this.stopped };
    try {
      localStorage.setItem(this.kept, JSON.stringify(state));
    } catch {
      // Private windows forget.
    }
  }

  listen() {
    lesson.addEventListener("click", ({ target }) => this.clicked(target.closest("button")));
    coach.addEventListener("ahead", ({ detail }) => this.hearAhead(detail));
    table.addEventListener("beat", ({ detail }) => {
      if (!this.stopped) detail.wait(this.tellWith(detail.kind));
    });
    this.observer.observe(coach, { childList: true });
    // The table is drawn anew, region by region; what is pointed at goes with it.
    new MutationObserver(() => (this.asked() ? this.show() : this.point(this.now()))).observe(table, {
      childList: true,
      subtree: true,
    });
    this.asked();
  }

  /** Note the decision that is awaited now; says whether it is another one. What was told at the one before is over. */
  asked() {
    const number = document.getElementById("turn-form")?.dataset.number;
    const known = this.decisions.size;
    if (number) this.decisions.add(number);
    if (this.decisions.size === known) return false;
    const { topic, decision } = this.now()?.dataset ?? {};
    if (decision) this.understood.add(topic);
    return true;
  }

  topics() {
    return [...coach.querySelectorAll(".topic")];
  }

  now() {
    return lesson.querySelector(".now");
  }

  /** What wasn't understood yet and may be told; what belongs to the beat first. */
  waiting() {
    const open = this.topics().filter(
      ({ dataset: { topic, done, decision = 0 } }) =>
        done === undefined && !this.understood.has(topic) && !this.ahead.has(topic) && decision <= this.decisions.size,
    );
    const belongs = (topic) => Number(topic.dataset.beat === this.beat);
    return open.sort((one, other) => belongs(other) - belongs(one));
  }

  show() {
    const [now, ...later] = this.stopped ? [] : this.waiting();
    if (this.beat && now?.dataset.beat !== this.beat) this.goOn();
    for (const topic of this.topics()) topic.classList.toggle("now", topic === now);
    const focused = lesson.contains(document.activeElement) ? document.activeElement : null;
    lesson.classList.toggle("idle", !now && !this.stopped);
    lesson.classList.toggle("stopped", this.stopped);
    lesson.classList.toggle(
      "told",
      this.topics().every(({ dataset }) => this.understood.has(dataset.topic)),
    );
    lesson.classList.toggle("waits", !!this.beat);
    this.gotIt.hidden = !now || now.dataset.deed !== undefined;
    this.stop.hidden = this.stopped;
    this.resume.hidden = !this.stopped;
    const count = lesson.querySelector(".waiting");
    count.textContent = later.length;
    count.hidden = !later.length;
    const place = this.point(now);
    if (!place) lesson.classList.remove("low", "right");
    else {
      const form = now.dataset.deed === undefined ? null : document.getElementById("turn-form");
      if (this.shown !== now.dataset.topic) this.reveal(place, form);
      this.settle(place, form);
    }
    this.shown = now?.dataset.topic;
    if (focused && !focused.checkVisibility()) this.giveFocusBack();
  }

  giveFocusBack() {
    const control = document.querySelector("#hand button:enabled, #turn button:enabled");
    (control ?? document.getElementById("content"))?.focus();
  }

  /** Mark what a topic is about. */
  point(topic) {
    const place = topic?.dataset.point ? document.querySelector(topic.dataset.point) : null;
    for (const other of document.querySelectorAll(".pointed")) {
      if (other !== place) other.classList.remove("pointed");
    }
    place?.classList.add("pointed");
    return place;
  }

  /** What a note speaks of is scrolled into view, and what is to be done: that is nearer. */
  reveal(place, form) {
    if (getComputedStyle(lesson).position !== "fixed") return;
    const before = place.getBoundingClientRect();
    const seen = before.top >= 0 && Math.min(before.bottom, before.top + innerHeight / 2) <= innerHeight;
    if (!seen) place.scrollIntoView({ block: "center", behavior: "instant" });
    form?.querySelector("[type=submit]")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /** Where the note lies over the table, it leaves what it speaks of to be seen: in the other half of the window. */
  settle(place, form) {
    if (getComputedStyle(lesson).position !== "fixed" || this.takeCorner(place)) return;
    const { top, height } = (form ?? place).getBoundingClientRect();
    lesson.classList.remove("right");
    lesson.classList.toggle("low", top + Math.min(height, innerHeight) / 2 < innerHeight / 2);
    this.leaveHand(top + height / MAY_BE_COVERED, top + height);
  }

  /** On a phone held sideways it lies in the corner where it covers least; says whether that is so. */
  takeCorner(place) {
    if (!matchMedia(SIDEWAYS).matches) return false;
    const kept = boxesOf(document.querySelectorAll("#table *")).map(({ element, box }) => ({
      box,
      cost: element.closest("#hand, #turn, #wishes") ? NEXT_COST : 1,
    }));
    kept.push({ box: place.getBoundingClientRect(), cost: POINTED_COST });
    const take = (corner) => {
      for (const name of ["low", "right"]) lesson.classList.toggle(name, corner.includes(name));
      const note = lesson.getBoundingClientRect();
      return kept.reduce((sum, { box, cost }) => sum + cost * overlap(note, box), 0);
    };
    const costs = CORNERS.map(take);
    take(CORNERS[costs.indexOf(Math.min(...costs))]);
    return true;
  }

  /** A low note lies above one's own cards, as far as there is room below what it speaks of; if there isn't enough, it
  lies at the top where it covers little of that. */
  leaveHand(above, below) {
    lesson.style.removeProperty("bottom");
    const hand = document.getElementById("hand")?.getBoundingClientRect();
    if (!hand || !lesson.classList.contains("low")) return;
    const note = lesson.getBoundingClientRect();
    if (hand.bottom <= Math.max(below, note.top)) return;
    const gap = innerHeight - note.bottom;
    const top = Math.max(below + gap, hand.top - gap - note.height);
    if (top + note.height > hand.top && gap + note.height <= above) lesson.classList.remove("low");
    else if (top < note.top) lesson.style.bottom = `${innerHeight - top - note.height}px`;
  }

  clicked(button) {
    if (!button) return;
    const now = this.now();
    if (button === this.gotIt && now) this.understood.add(now.dataset.topic);
    else this.stopped = button === this.stop;
    this.keep();
    this.show();
    if (button.hidden) (this.stopped ? this.resume : this.gotIt).focus();
  }

  /** The region is drawn anew when all was shown; what belongs to later messages isn't in it yet. */
  drawnAnew() {
    for (const { dataset } of this.topics()) this.ahead.delete(dataset.topic);
    this.addAhead();
  }

  hearAhead(html) {
    const known = new Map(this.topics().map((topic) => [topic.dataset.topic, topic]));
    const page = document.createElement("template");
    page.innerHTML = html;
    for (const topic of page.content.children) {
      const { topic: name, beat, done } = topic.dataset;
      if (beat && !known.has(name)) this.ahead.set(name, topic);
      // What was done needn't wait for what is still being shown.
      if (done !== undefined) known.get(name)?.setAttribute("data-done", "");
    }
    this.addAhead();
  }

  addAhead() {
    coach.append(...this.ahead.values());
    this.observer.takeRecords();
    this.show();
  }

  /** Tell what belongs to a beat; done when it was understood. */
  tellWith(kind) {
    return new Promise((done) => {
      // What comes with the same message may arrive a moment later.
      setTimeout(() => {
        const due = [...this.ahead].filter(([, { dataset }]) => dataset.beat === kind);
        if (!due.length || this.stopped) {
          done();
          return;
        }
        for (const [topic] of due) this.ahead.delete(topic);
        this.beat = kind;
        this.goOn = () => {
          this.beat = null;
          done();
        };
        this.show();
        const writing = document.activeElement?.closest("input, textarea, dialog");
        if (this.beat && !writing) this.gotIt.focus({ preventScroll: true });
      }, SETTLE_MS);
    });
  }
}

if (lesson) {
  const teacher = new Coach();
  teacher.listen();
  teacher.show();
}
