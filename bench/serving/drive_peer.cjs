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

async function open() {
  const { matchID } = await post(port, agent, "/games/oven/create", { numPlayers: seats });
  const keys = [];
  for (let seat = 0; seat < seats; seat++) {
    const joined = await post(port, agent, `/games/oven/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    keys.push(joined.playerCredentials);
  }
  const table = { id: matchID, keys, sockets: [], views: Array(seats).fill(null), number: -1, current: 0 };
  await Promise.all(keys.map((key, seat) => new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/oven`, { transports: ["websocket"], forceNew: true, reconnection: false });
    table.sockets.push(socket);
    const heard = (state) => {
      table.views[seat] = state.G;
      if (state._stateID > table.number) {
        table.number = state._stateID;
        table.current = Number(state.ctx.currentPlayer);
      }
      load.heard(table, seat, state._stateID);
    };
    socket.on("sync", (_id, info) => { heard(info.state); resolve(); });
    socket.on("update", (_id, state) => heard(state));
    socket.on("connect", () => socket.emit("sync", matchID, String(seat), key, seats));
  })));
  return table;
}

// The seat whose turn it is plays any legal turn.
function move(table) {
  const seat = table.current;
  const view = table.views[seat];
  const kind = pick(view.hand.ingredients);
  const held = view.hand.ingredients.filter((card) => card === kind).length;
  const number = 1 + Math.floor(Math.random() * held);
  const order = Math.random() < 0.3 ? view.hand.orders[0] : undefined;
  const spare = 2 * number <= view.hand.ingredients.length && view.hand.orders.length < 3;
  const pile = spare && Math.random() < 0.3 ? "waiter" : "supply";
  const action = {
    type: "MAKE_MOVE",
    payload: { type: "turn", args: [kind, number, order, pile], playerID: String(seat), credentials: table.keys[seat] },
  };
  load.expects(table, table.number + 1);
  table.sockets[seat].emit("update", action, table.number, table.id, String(seat));
}

const load = new Load({ tables, seats, seconds, rate, open, move });
load.run();
