// Plays many tables of Mamma Mia! at Forno's server: node drive_forno.cjs PORT[,PORT…] TABLES SEATS SECONDS RATE
// With several ports each table stays at one of them, as behind a proxy that tells tables apart.
// RATE is moves a second over all tables; 0: as many as it takes. Every seat reads the stream that a page reads and
// sends whole turns, found in the form that the page would show. A game that ends is followed by a new one.
"use strict";
const http = require("node:http");
const { Load, post } = require("./load.cjs");

const ports = process.argv[2].split(",").map(Number);
const [tables, seats, seconds, rate] = process.argv.slice(3).map(Number);
let opened = 0;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

async function open(table = {}) {
  const port = (table.port ??= ports[opened++ % ports.length]);
  const answer = await post(port, agent, "/api/tables", {
    game: "mamma-mia", options: { edition: "classic", players: seats }, name: "p0",
  });
  Object.assign(table, { id: answer.table, keys: [answer.key], parts: 0, turn: null });
  const path = `/api/tables/${table.id}`;
  for (let seat = 1; seat < seats; seat++) {
    table.keys.push((await post(port, agent, `${path}/sit`, { name: `p${seat}` })).key);
  }
  await post(port, agent, `${path}/start`, {}, { authorization: `Bearer ${table.keys[0]}` });
  await Promise.all(table.keys.map((key, seat) => listen(table, table.id, seat, key)));
  return table;
}

function listen(table, id, seat, key) {
  return new Promise((resolve) => {
    const request = http.get({
      host: "127.0.0.1", port: table.port, path: `/t/${id}/stream`, headers: { cookie: `forno_seat=${key}` }, agent: false,
    }, (response) => {
      let rest = "";
      response.setEncoding("utf8");
      response.on("data", (text) => {
        const messages = (rest + text).split("\n\n");
        rest = messages.pop();
        for (const message of messages) if (id === table.id) hear(table, seat, message);
        resolve();
      });
    });
    request.on("error", () => {});
    table.requests = [...(table.requests || []), request];
  });
}

function hear(table, seat, message) {
  const found = /^(?:id: (\d+)\.\d+\n)?event: (\w+)\ndata: (.*)/.exec(message);
  if (!found) return;
  const [, part, event, data] = found;
  if (event === "over") return again(table);
  if (event === "own" || event === "snapshot") {
    const { regions } = JSON.parse(data);
    if (regions.turn !== undefined) {
      const tree = /data-number="(\d+)"[^>]* data-tree=(['"])(.*?)\2/.exec(regions.turn);
      if (tree) {
        // A step of which nobody else hears, such as a card for a Bombastica, is followed by the next question.
        const goesOn = table.awaiting && table.moved === seat && table.awaiting.left.has(seat);
        table.turn = { seat, number: Number(tree[1]), tree: JSON.parse(tree[3].replaceAll("&quot;", '"')) };
        if (goesOn) load.goesOn(table);
        else load.ready(table);
      } else if (table.turn && table.turn.seat === seat) table.turn = null;
    }
  }
  if (part !== undefined) {
    table.parts = Math.max(table.parts, Number(part));
    load.heard(table, seat, Number(part));
  }
}

// Once a game is over, its guests go on at a new table.
function again(table) {
  if (table.ending) return;
  table.ending = true;
  load.ends(table);
  for (const request of table.requests) request.destroy();
  table.requests = [];
  open(table).then(() => { table.ending = false; load.ready(table); });
}

function move(table) {
  const { seat, number, tree } = table.turn;
  table.turn = null;
  table.moved = seat;
  const actions = [];
  for (let node = tree; Object.keys(node).length; ) {
    const choices = Object.keys(node);
    const action = choices[Math.floor(Math.random() * choices.length)];
    actions.push(Number(action));
    node = node[action];
  }
  load.expects(table, table.parts + 1);
  post(table.port, agent, `/api/tables/${table.id}/moves`, { number, actions }, { authorization: `Bearer ${table.keys[seat]}` })
    .catch((error) => { console.error(String(error)); process.exit(1); });
}

const load = new Load({ tables, seats, seconds, rate, open, move, playable: (table) => table.turn !== null });
load.run();
