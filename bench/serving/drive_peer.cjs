// Plays many tables at boardgame.io's server: node drive_peer.cjs PORT TABLES SEATS SECONDS RATE
// RATE is moves a second over all tables; 0: as many as it takes.
"use strict";
const { io } = require("socket.io-client");
const http = require("node:http");
const { Load, post } = require("./load.cjs");

const [port, tables, seats, seconds, rate] = process.argv.slice(2).map(Number);
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

async function open(table = {}) {
  const { matchID } = await post(port, agent, "/games/oven/create", { numPlayers: seats });
  const keys = [];
  for (let seat = 0; seat < seats; seat++) {
    const joined = await post(port, agent, `/games/oven/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    keys.push(joined.playerCredentials);
  }
  Object.assign(table, { id: matchID, keys, sockets: [], views: Array(seats).fill(null), number: -1, current: 0 });
  await Promise.all(keys.map((key, seat) => new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/oven`, { transports: ["websocket"], forceNew: true, reconnection: false });
    table.sockets.push(socket);
    const heard = (state) => {
      if (table.id !== matchID) return;
      table.views[seat] = state.G;
      if (state._stateID > table.number) {
        table.number = state._stateID;
        const [deciding] = Object.keys(state.ctx.activePlayers || {});
        table.current = Number(deciding === undefined ? state.ctx.currentPlayer : deciding);
      }
      if (state.ctx.gameover) again(table);
      else load.heard(table, seat, state._stateID);
    };
    socket.on("sync", (_id, info) => { heard(info.state); resolve(); });
    socket.on("update", (_id, state) => heard(state));
    socket.on("connect", () => socket.emit("sync", matchID, String(seat), key, seats));
  })));
  return table;
}

// Once a game is over, its guests go on at a new table.
function again(table) {
  if (table.ending) return;
  table.ending = true;
  load.ends(table);
  for (const socket of table.sockets) socket.disconnect();
  open(table).then(() => { table.ending = false; load.ready(table); });
}

// Whoever is to decide does anything legal.
function move(table) {
  const seat = table.current;
  const { hand, opening } = table.views[seat];
  let type = "turn";
  let args = [];
  if (opening) {
    type = "decide";
    args = [Math.random() < 0.5];
  } else {
    const kinds = hand.ingredients.flatMap((count, kind) => (count ? [kind] : []));
    if (kinds.length) {
      const kind = pick(kinds);
      const number = 1 + Math.floor(Math.random() * hand.ingredients[kind]);
      const order = pick([null, ...hand.orders.map((card) => card.name)]);
      args = [kind, number, order, pick(["supply", "waiter"])];
    }
  }
  const action = { type: "MAKE_MOVE", payload: { type, args, playerID: String(seat), credentials: table.keys[seat] } };
  load.expects(table, table.number + 1);
  table.sockets[seat].emit("update", action, table.number, table.id, String(seat));
}

const load = new Load({ tables, seats, seconds, rate, open, move });
load.run();
