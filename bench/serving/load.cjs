// The load that both servers get: so many tables, every seat with a live stream, moves at a rate or as fast as each
// table's last stream has heard of the move before.
"use strict";
const http = require("node:http");

// What comes before the measurement, at least: milliseconds, and moves, since caches and just-in-time compilers warm up
// by moves, and on a busy machine few are made in seconds.
const WARM_UP = 3000;
const WARM_UP_MOVES = Number(process.env.WARM_UP_MOVES || 3000);

function post(port, agent, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const data = JSON.stringify(body);
    const request = http.request(
      {
        host: "127.0.0.1", port, agent, path, method: "POST",
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(data), ...headers },
      },
      (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode >= 300) reject(new Error(`${path}: ${response.statusCode} ${text}`));
          else resolve(JSON.parse(text));
        });
      },
    );
    request.on("error", reject);
    request.end(data);
  });
}

function say(what) {
  process.stdout.write(JSON.stringify(what) + "\n");
}

class Load {
  constructor({ tables, seats, seconds, rate, open, move, playable = () => true }) {
    Object.assign(this, { count: tables, seats, seconds, rate, open, move, playable });
    this.idle = [];
    this.delays = [];
    this.moves = 0;
    this.measuring = false;
  }

  async run() {
    this.tables = [];
    while (this.tables.length < this.count) {
      const batch = Math.min(10, this.count - this.tables.length);
      this.tables.push(...(await Promise.all(Array.from({ length: batch }, () => this.open()))));
    }
    say({ opened: this.tables.length });
    this.started = performance.now();
    this.issued = 0;
    this.running = true;
    if (this.rate) this.timer = setInterval(() => this.due(), 5);
    for (const table of this.tables) this.rest(table);
    setTimeout(() => this.measure(), WARM_UP);
  }

  measure() {
    if (this.moves < WARM_UP_MOVES) {
      setTimeout(() => this.measure(), 100);
      return;
    }
    this.measuring = true;
    this.moves = 0;
    this.since = performance.now();
    say({ measuring: true });
    setTimeout(() => this.end(), 1000 * this.seconds);
  }

  due() {
    const due = Math.floor(((performance.now() - this.started) / 1000) * this.rate);
    while (this.issued < due && this.idle.length) {
      this.issued++;
      this.play(this.idle.shift());
    }
  }

  play(table) {
    table.awaiting = null;
    this.move(table);
  }

  // A move was sent whose answer is this number; called by the driver.
  expects(table, number) {
    table.awaiting = { number, sent: performance.now(), left: new Set(Array.from({ length: this.seats }, (_, i) => i)) };
  }

  // A seat's stream has told of this number; called by the driver.
  heard(table, seat, number) {
    const awaiting = table.awaiting;
    if (!awaiting || number < awaiting.number || !awaiting.left.delete(seat) || awaiting.left.size) return;
    this.moves++;
    if (this.measuring) this.delays.push(performance.now() - awaiting.sent);
    table.awaiting = null;
    this.rest(table);
  }

  // The last move has been heard everywhere: the table may play on as soon as somebody knows what to do.
  rest(table) {
    table.waits = !this.playable(table);
    if (table.waits || !this.running) return;
    if (this.rate) this.idle.push(table);
    else setImmediate(() => this.running && this.play(table));
  }

  // What was sent is only a part of a move; called by the driver. It isn't counted.
  goesOn(table) {
    table.awaiting = null;
    this.rest(table);
  }

  // Somebody knows what to do; called by the driver.
  ready(table) {
    if (table.waits && !table.ending) this.rest(table);
  }

  // The table has nothing more to tell; called by the driver.
  ends(table) {
    table.awaiting = null;
    table.waits = true;
    this.idle = this.idle.filter((other) => other !== table);
  }

  end() {
    this.running = false;
    clearInterval(this.timer);
    const seconds = (performance.now() - this.since) / 1000;
    const delays = this.delays.sort((a, b) => a - b);
    const at = (share) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))];
    say({ moves: this.moves, seconds, p50: at(0.5), p99: at(0.99) });
    setTimeout(() => process.exit(0), 200);
  }
}

module.exports = { Load, post };
