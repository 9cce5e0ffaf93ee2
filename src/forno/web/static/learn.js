/* Learning at the table: "Why?" opens the rule on the spot, and in a lesson the coach says one thing at a time. */

import { moves } from "./page.js";

const byId = (id) => document.getElementById(id);

/* Why? A link to a rule opens it here. With a modifier key, or if the rule can't be fetched, it is a link like any other. */

const slip = byId("why");
let asked = null;

async function explain(link) {
  const number = decodeURIComponent(link.hash.slice(1));
  const answer = await fetch(`/rules/text/${encodeURIComponent(number)}`).catch(() => null);
  if (!answer?.ok) return location.assign(link.href);
  byId("why-text").innerHTML = await answer.text();
  if (!slip.open) {
    asked = link;
    slip.showModal();
  }
  slip.scrollTop = 0;
  byId("why-title")?.focus();
}

if (slip) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.why");
    if (!link?.hash || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    explain(link);
  });
  // What was asked about may have left the page meanwhile.
  slip.addEventListener("close", () => (asked?.isConnected ? asked : byId("log"))?.focus());
}

/* Where the list of what happened is out of sight, what has just happened stays in sight for a while, with its "Why?".
   Screen readers have been told it already. */

const LATELY = 9000;
const log = byId("log");

function lately(list) {
  const note = Object.assign(document.createElement("p"), { className: "lately", hidden: true });
  byId("content").append(note);
  let timer = 0;
  const fade = () => {
    if (note.matches(":hover, :focus-within") || slip?.open) timer = setTimeout(fade, LATELY);
    else note.hidden = true;
  };
  new MutationObserver((changes) => {
    const line = changes.flatMap(({ addedNodes }) => [...addedNodes]).findLast((node) => node.querySelector?.(":scope > a.why"));
    if (!line || list.getBoundingClientRect().top < innerHeight - 80) return;
    note.replaceChildren(line.firstChild.textContent, " ", line.querySelector(":scope > a.why").cloneNode(true));
    note.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(fade, LATELY);
  }).observe(list, { childList: true });
}

if (log && slip) lately(log);

/* The coach. All that was told so far is on the page; which of it was understood is known to this device alone. */

const lesson = byId("lesson");

function coaching(coach) {
  const { table, seat } = document.body.dataset;
  const kept = `lesson-${table}-${seat}`;
  const read = () => { try { return JSON.parse(localStorage.getItem(kept)) ?? {}; } catch { return {}; } };
  const { understood = [], stopped = false } = read();
  const state = { understood: new Set(understood), stopped };
  const keep = () => {
    try { localStorage.setItem(kept, JSON.stringify({ understood: [...state.understood], stopped: state.stopped })); } catch { /* private windows forget */ }
  };
  const button = (mark) => lesson.querySelector(`[data-${mark}]`);
  const topics = () => [...coach.querySelectorAll(".topic")];
  /* Topics that are known before their beat is shown; and the beat for which the show waits now. */
  const held = new Map();
  let beat = null;
  let shown = null;
  const waiting = () => {
    const open = topics().filter(({ dataset: { topic } }) => !state.understood.has(topic) && !held.has(topic));
    return open.sort((one, other) => (other.dataset.beat === beat) - (one.dataset.beat === beat));
  };

  function show() {
    const [now, ...later] = state.stopped ? [] : waiting();
    if (beat && now?.dataset.beat !== beat) go();
    for (const topic of topics()) topic.classList.toggle("now", topic === now);
    const inside = lesson.contains(document.activeElement);
    lesson.hidden = !now && !state.stopped;
    lesson.classList.toggle("stopped", state.stopped);
    for (const mark of ["got-it", "stop"]) button(mark).hidden = state.stopped;
    button("resume").hidden = !state.stopped;
    const count = lesson.querySelector(".waiting");
    count.textContent = later.length;
    count.hidden = !later.length;
    lesson.classList.toggle("waits", !!beat);
    const place = point(now);
    if (now && place && shown !== now.dataset.topic) reveal(place);
    shown = now?.dataset.topic;
    if (inside && lesson.hidden) (document.querySelector("#hand button:enabled, #turn button:enabled") ?? byId("content"))?.focus();
  }

  function point(topic = lesson.querySelector(".now")) {
    const place = topic?.dataset.point ? document.querySelector(topic.dataset.point) : null;
    for (const other of document.querySelectorAll(".pointed")) if (other !== place) other.classList.remove("pointed");
    place?.classList.add("pointed");
    return place;
  }

  /* Where the note lies across the table, what it speaks of must not be hidden behind it, or below the window's edge. */
  function reveal(place) {
    const box = place.getBoundingClientRect();
    const note = lesson.getBoundingClientRect();
    if (!box.height || getComputedStyle(lesson).position !== "sticky") return;
    if (box.top >= note.bottom && Math.min(box.bottom, box.top + innerHeight / 3) <= innerHeight) return;
    scrollBy({ top: box.top - note.height - 20, behavior: moves() ? "smooth" : "instant" });
  }

  lesson.addEventListener("click", ({ target }) => {
    const pressed = target.closest("button");
    if (!pressed) return;
    const now = lesson.querySelector(".now");
    if (pressed === button("got-it") && now) state.understood.add(now.dataset.topic);
    else state.stopped = pressed === button("stop");
    keep();
    show();
    if (pressed.hidden) button(state.stopped ? "resume" : "got-it").focus();
  });
  /* What is to be told along with steps that are still being shown waits for its beat, and then the show waits for it:
     a word about the open oven comes while the oven is open. */
  let go = () => {};
  const observer = new MutationObserver(() => {
    // The region is drawn anew when all was shown; what belongs to later messages isn't in it yet.
    for (const { dataset } of topics()) held.delete(dataset.topic);
    coach.append(...held.values());
    observer.takeRecords();
    show();
  });
  observer.observe(coach, { childList: true });
  coach.addEventListener("ahead", ({ detail }) => {
    const known = new Set(topics().map(({ dataset }) => dataset.topic));
    const page = document.createElement("template");
    page.innerHTML = detail;
    for (const topic of page.content.children) {
      if (!topic.dataset.beat || known.has(topic.dataset.topic)) continue;
      held.set(topic.dataset.topic, topic);
    }
    coach.append(...held.values());
    observer.takeRecords();
    show();
  });
  byId("table").addEventListener("beat", ({ detail: { kind, wait } }) => {
    if (state.stopped) return;
    wait(new Promise((done) => {
      // What comes with the same message may arrive a moment later.
      setTimeout(() => {
        const due = [...held].filter(([, { dataset }]) => dataset.beat === kind);
        if (!due.length || state.stopped) return done();
        for (const [topic] of due) held.delete(topic);
        beat = kind;
        go = () => { beat = null; done(); };
        show();
        const { activeElement } = document;
        if (beat && !activeElement?.closest("input, textarea, dialog")) button("got-it").focus({ preventScroll: true });
      }, 30);
    }));
  });
  // The table is drawn anew, region by region; what is pointed at goes with it.
  new MutationObserver(() => point()).observe(byId("table"), { childList: true, subtree: true });
  show();
}

if (lesson) coaching(byId("coach"));
