/* What happened, line by line. */

import { tell, words } from "./words.js";

const MAX_LINES = 400;
const NEAR_END_PX = 40;

export class Log {
  /** `list` is the element, or null; `seat` is ours or null, `players` how many there are. */
  constructor(list, seat, players) {
    Object.assign(this, { list, seat, players, following: false });
  }

  /** Add what a step tells. Whoever has scrolled up stays there. */
  add(step) {
    const text = (step.seat === this.seat && step.own) || step.tell;
    if (!text && !step.html) return;
    if (text) tell(text);
    if (!this.list) return;
    this.follow();
    this.list.append(this.line({ ...step, tell: text }));
    while (this.list.childElementCount > MAX_LINES) this.list.firstElementChild.remove();
  }

  /** Scroll down with the next frame if the end is in sight. The page is laid out to see that, so once for a frame. */
  follow() {
    if (this.following) return;
    this.following = true;
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    const atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    requestAnimationFrame(() => {
      this.following = false;
      if (atEnd) this.scrollDown();
    });
  }

  /** All lines anew. */
  replace(lines) {
    if (!this.list) return;
    this.list.replaceChildren(...lines.map((line) => this.line(line)));
    this.scrollDown();
  }

  scrollDown() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** MMR-11: what was announced before must be remembered. A spectator's log reaches back one turn of everybody. */
  forget(seat) {
    if (!this.list || seat === null || seat === undefined) return;
    if (this.seat === seat && !("aided" in document.body.dataset)) {
      // That somebody's time is up tells nothing that was announced, and is about the turn that ends now.
      const overdue = [...this.list.querySelectorAll(".overdue")];
      this.list.replaceChildren(...overdue);
      this.following = false; // what was scrolled up to is gone
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
