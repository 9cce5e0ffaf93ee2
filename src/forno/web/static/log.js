/* What happened, line by line. */

import { tell, words } from "./words.js";

const MAX_LINES = 400;
const NEAR_END_PX = 40;

export class Log {
  /** `list` is the element, or null; `seat` is ours or null, `players` how many there are. */
  constructor(list, seat, players) {
    Object.assign(this, { list, seat, players });
    /** Whether the latest line is in sight: it stays so when lines come and when the list gets another size. */
    this.atEnd = true;
    if (!list) return;
    list.addEventListener("scroll", () => {
      // Lines that have come since it scrolled down are still to be followed.
      if (!this.following) this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
    });
    new ResizeObserver(() => this.follow()).observe(list);
  }

  /** Add what a step tells. Whoever has scrolled up stays there. */
  add(step) {
    const text = (step.seat === this.seat && step.own) || step.tell;
    if (!text && !step.html) return;
    if (text) tell(step.aloud || text);
    if (!this.list) return;
    this.list.append(this.line({ ...step, tell: text }));
    while (this.list.childElementCount > MAX_LINES) this.list.firstElementChild.remove();
    this.follow();
  }

  /** All lines anew. */
  replace(lines) {
    if (!this.list) return;
    this.list.replaceChildren(...lines.map((line) => this.line(line)));
    this.atEnd = true;
    this.follow();
  }

  /** Scroll down with the next frame if the end was in sight: the page is laid out for that, so once for a frame. */
  follow() {
    if (this.following) return;
    this.following = true;
    requestAnimationFrame(() => {
      this.following = false;
      if (this.atEnd) this.list.scrollTop = this.list.scrollHeight;
    });
  }

  /** MMR-11: what was announced before must be remembered. A spectator's log reaches back one turn of everybody. */
  forget(seat) {
    if (!this.list || seat === null || seat === undefined) return;
    if (this.seat === seat && !("aided" in document.body.dataset)) {
      // That somebody's time is up tells nothing that was announced, and is about the turn that ends now.
      const overdue = [...this.list.querySelectorAll(".overdue")];
      this.list.replaceChildren(...overdue);
      this.atEnd = true; // what was scrolled up to is gone
      for (const line of overdue) line.classList.remove("overdue");
    }
    if (this.seat !== null) return;
    this.list.append(this.line({ mark: true }));
    const marks = this.list.querySelectorAll(".mark");
    if (marks.length < this.players) return;
    const first = marks[marks.length - this.players];
    while (this.list.firstElementChild !== first) this.list.firstElementChild.remove();
  }

  line({ kind, tell: text = "", why, html, aside, mark }) {
    const line = document.createElement("li");
    if (mark) line.className = "mark";
    else if (aside) line.className = "aside";
    else if (kind === "time-up") line.className = "overdue";
    line.hidden = !!mark;
    line.textContent = text;
    if (html) {
      const more = document.createElement("div");
      more.innerHTML = html;
      line.append(more);
    }
    if (why && this.list.dataset.why) line.append(" ", this.linkTo(why));
    return line;
  }

  linkTo(rule) {
    const link = document.createElement("a");
    link.className = "why";
    link.href = this.list.dataset.why.replace("RULE", encodeURIComponent(rule));
    link.textContent = words.why;
    return link;
  }
}
