// boardgame.io's server with a game like the first phase of Mamma Mia!: hands, a supply and an oven that nobody may
// look through. Run with NODE_PATH on its packages: node peer.cjs PORT
"use strict";
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const KINDS = ["pineapple", "pepper", "mushroom", "olive", "salami"];
const HAND = 7;
const ORDERS = 10;

const Oven = {
  name: "oven",
  setup: ({ ctx, random }) => {
    const supply = random.Shuffle(KINDS.flatMap((kind) => Array(16).fill(kind)));
    const hands = {};
    const waiters = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      const orders = random.Shuffle(Array.from({ length: ORDERS }, (_, i) => `order-${seat}-${i}`));
      hands[seat] = { ingredients: supply.splice(0, HAND - 1), orders: orders.splice(0, 1) };
      waiters[seat] = orders;
    }
    return { supply, hands, waiters, oven: [], top: null, sizes: {}, last: null };
  },
  // Who may see what: one's own hand, the number of everybody's cards, the top of the oven.
  playerView: ({ G, playerID }) => ({
    supply: G.supply.length,
    oven: G.oven.length,
    top: G.top,
    last: G.last,
    hand: playerID === null ? null : G.hands[playerID],
    sizes: Object.fromEntries(Object.entries(G.hands).map(([seat, h]) => [seat, h.ingredients.length + h.orders.length])),
    waiters: Object.fromEntries(Object.entries(G.waiters).map(([seat, w]) => [seat, w.length])),
  }),
  moves: {
    turn: {
      client: false,
      move: ({ G, playerID, events, random }, kind, number, order, pile) => {
        const hand = G.hands[playerID];
        if (hand.ingredients.filter((card) => card === kind).length < number || number < 1) return INVALID_MOVE;
        if (order && !hand.orders.includes(order)) return INVALID_MOVE;
        for (let i = 0; i < number; i++) {
          hand.ingredients.splice(hand.ingredients.indexOf(kind), 1);
          G.oven.push(kind);
        }
        G.top = kind;
        if (order) {
          hand.orders.splice(hand.orders.indexOf(order), 1);
          G.oven.push(order);
          G.top = order;
        }
        const from = pile === "waiter" && G.waiters[playerID].length ? G.waiters[playerID] : G.supply;
        let drawn = 0;
        while (hand.ingredients.length + hand.orders.length < HAND && from.length) {
          (from === G.supply ? hand.ingredients : hand.orders).push(from.pop());
          drawn++;
        }
        G.last = { seat: playerID, kind, number, order: order || null, pile, drawn };
        // The oven is emptied when the supply is: ingredients back into the supply, orders back to their waiters.
        if (!G.supply.length) {
          G.supply = random.Shuffle(G.oven.filter((card) => KINDS.includes(card)));
          for (const card of G.oven) if (!KINDS.includes(card)) G.waiters[card.split("-")[1]].unshift(card);
          G.oven = [];
          G.top = null;
        }
        events.endTurn();
      },
    },
  },
};

const server = Server({ games: [Oven], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
