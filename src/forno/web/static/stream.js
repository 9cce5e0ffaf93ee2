/* The stream of a table: what happens there, in order, nothing twice, whatever the network does. */

import { isRemote, listen } from "./server.js";

const EVENTS = ["public", "own", "guests", "said", "notes", "snapshot", "late", "over", "started"];
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** Which of two positions ("41.3") comes first: negative, zero or positive. */
export function compare(one, other) {
  const [left, right] = [one, other].map((position) => position.split(".").map(Number));
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (left[place] || 0) - (right[place] || 0);
    if (difference) return difference;
  }
  return 0;
}

export class Stream {
  /** `url(position)` gives the address; `on(event, data, position)` hears what happens; `line(open)`, whether we are
   * connected. */
  constructor({ url, position, on, line = () => {} }) {
    Object.assign(this, { url, position, on, line, source: null, wait: MIN_RETRY_MS, timer: 0, hidden: 0 });
    if (isRemote) {
      addEventListener("online", () => this.open());
      addEventListener("offline", () => this.close());
    }
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.open();
    });
    document.addEventListener("visibilitychange", () => {
      // A device that slept may hold a connection that is dead without knowing it.
      if (document.hidden) this.hidden = Date.now();
      else if (Date.now() - this.hidden > MAX_RETRY_MS) this.open();
    });
    this.open();
  }

  open() {
    this.close();
    const source = listen(this.url(this.position));
    this.source = source;
    source.onopen = () => {
      this.wait = MIN_RETRY_MS;
      this.line(true);
    };
    source.onerror = () => {
      this.line(false);
      // After a refusal or a wrong answer the browser gives up for good; we don't.
      if (source.readyState === EventSource.CLOSED && source === this.source) {
        this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
        this.wait = Math.min(this.wait * 2, MAX_RETRY_MS);
      }
    };
    for (const name of EVENTS) {
      source.addEventListener(name, (event) => {
        if (source === this.source) this.hear(name, event);
      });
    }
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  hear(name, { data, lastEventId: id }) {
    const ahead = id ? compare(id, this.position) : 1;
    if (name === "public" && ahead <= 0) return;
    if (id && (ahead > 0 || name === "snapshot")) this.position = id;
    this.on(name, data ? JSON.parse(data) : {}, this.position);
  }
}
