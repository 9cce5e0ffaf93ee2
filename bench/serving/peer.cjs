// boardgame.io's server with the game that Forno is measured with, Mamma Mia! of 1998: hands, a supply, an oven that
// nobody may look through, three openings in which orders are baked, completed from the hand or returned.
// Run with NODE_PATH on its packages: node peer.cjs PORT
"use strict";
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const KINDS = 5;
const COPIES = { 2: 8, 3: 10, 4: 12, 5: 13 };
const HAND = 7;
const OPENINGS = 3;

const sum = (counts) => counts.reduce((total, count) => total + count, 0);
const size = (hand) => sum(hand.ingredients) + hand.orders.length;

// The eight orders of a seat: four with four of another kind, one of each kind, and three specials.
function orders(seat) {
  const own = seat;
  const needing = (counts) => Array.from({ length: KINDS }, (_, kind) => counts[kind] || 0);
  const cards = [];
  for (let step = 1; step < KINDS; step++) cards.push({ needs: needing({ [own]: 1, [(own + step) % KINDS]: 4 }) });
  cards.push({ needs: Array(KINDS).fill(1) });
  cards.push({ atLeast: 15 });
  cards.push({ needs: needing({ [own]: 1 }), joker: 6 });
  cards.push({ needs: needing({ [own]: 1 }), fewest: 3 });
  return cards.map((card, number) => ({ ...card, seat, name: `order-${seat}-${number}` }));
}

// What an order takes from the table and lacks there; `null` if it can't be baked at all.
function wanted(order, table) {
  if (order.atLeast) {
    const lack = order.atLeast - sum(table);
    return { takes: [...table], lacks: Array(KINDS).fill(0), short: Math.max(lack, 0) };
  }
  const needs = [...order.needs];
  const others = needs.map((_, kind) => kind).filter((kind) => !order.needs[kind]);
  if (order.joker) needs[others.reduce((best, kind) => (table[kind] > table[best] ? kind : best))] += order.joker;
  if (order.fewest) {
    const lying = others.filter((kind) => table[kind]);
    if (!lying.length) return null;
    needs[lying.reduce((best, kind) => (table[kind] < table[best] ? kind : best))] += order.fewest;
  }
  const lacks = needs.map((count, kind) => Math.max(count - table[kind], 0));
  return { takes: needs.map((count, kind) => Math.min(count, table[kind])), lacks, short: 0 };
}

// Go on revealing until an owner is to decide or everything is out.
function reveal(G, events, random) {
  const opening = G.opening;
  while (G.oven.length) {
    const card = G.oven.shift();
    if (card.kind !== undefined) {
      opening.table[card.kind] += card.number;
      G.told.push({ type: "revealed", kind: card.kind, number: card.number });
      continue;
    }
    G.told.push({ type: "order revealed", seat: card.seat, order: card.name });
    const found = wanted(card, opening.table);
    const hand = G.hands[card.seat];
    if (found && !found.short && !sum(found.lacks)) bake(G, card, found);
    else if (found && !found.short && found.lacks.every((count, kind) => hand.ingredients[kind] >= count)) {
      opening.order = card;
      events.setActivePlayers({ value: { [card.seat]: "decide" } });
      return;
    } else giveBack(G, card, found ? found.lacks : null);
  }
  // Everything is out: what is left is the bottom of the new oven, what was used the new supply.
  G.told.push({ type: "oven emptied", left: [...opening.table] });
  opening.table.forEach((number, kind) => { if (number) G.oven.push({ kind, number }); });
  G.supply = random.Shuffle(opening.used.flatMap((number, kind) => Array(number).fill(kind)));
  G.opening = null;
  G.rounds++;
  if (G.rounds === OPENINGS) {
    const scores = Object.values(G.served).map((served) => served.length);
    events.endGame({ scores, winners: scores.flatMap((score, seat) => (score === Math.max(...scores) ? [seat] : [])) });
  } else events.endTurn({ next: String(opening.opener) });
}

function bake(G, card, found, fromHand = Array(KINDS).fill(0)) {
  for (let kind = 0; kind < KINDS; kind++) {
    G.opening.table[kind] -= found.takes[kind];
    G.hands[card.seat].ingredients[kind] -= fromHand[kind];
    G.opening.used[kind] += found.takes[kind] + fromHand[kind];
  }
  G.served[card.seat].push(card.name);
  G.told.push({ type: "baked", seat: card.seat, order: card.name, takes: found.takes, fromHand });
}

function giveBack(G, card, lacks) {
  G.waiters[card.seat].unshift(card);
  G.told.push({ type: "returned", seat: card.seat, order: card.name, lacks });
}

const Oven = {
  name: "oven",
  setup: ({ ctx, random }) => {
    const supply = random.Shuffle(
      Array.from({ length: KINDS }, (_, kind) => Array(COPIES[ctx.numPlayers]).fill(kind)).flat(),
    );
    const hands = {};
    const waiters = {};
    const served = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      const ingredients = Array(KINDS).fill(0);
      for (const kind of supply.splice(0, HAND - 1)) ingredients[kind]++;
      waiters[seat] = random.Shuffle(orders(seat));
      hands[seat] = { ingredients, orders: waiters[seat].splice(0, 1) };
      served[seat] = [];
    }
    return { supply, hands, waiters, served, oven: [], top: null, opening: null, rounds: 0, told: [] };
  },
  // Who may see what: one's own hand, the number of everybody's cards, the top of the oven, what lies open, and what
  // has just happened.
  playerView: ({ G, playerID }) => {
    const count = (of) => Object.fromEntries(Object.entries(of).map(([seat, cards]) => [seat, cards.length]));
    return {
      supply: G.supply.length,
      oven: G.oven.length,
      top: G.top,
      hand: playerID === null ? null : G.hands[playerID],
      sizes: Object.fromEntries(Object.entries(G.hands).map(([seat, hand]) => [seat, size(hand)])),
      waiters: count(G.waiters),
      served: G.served,
      opening: G.opening && { opener: G.opening.opener, table: G.opening.table, order: G.opening.order },
      rounds: G.rounds,
      told: G.told,
    };
  },
  turn: {
    stages: {
      decide: {
        moves: {
          decide: {
            client: false,
            move: ({ G, playerID, events, random }, bakes) => {
              const card = G.opening.order;
              if (!card || String(card.seat) !== playerID) return INVALID_MOVE;
              const found = wanted(card, G.opening.table);
              G.told = [];
              G.opening.order = null;
              if (bakes) bake(G, card, found, found.lacks);
              else giveBack(G, card, found.lacks);
              events.setActivePlayers({ value: {} });
              reveal(G, events, random);
            },
          },
        },
      },
    },
  },
  moves: {
    turn: {
      client: false,
      move: ({ G, playerID, events, random }, kind, number, order, pile) => {
        const hand = G.hands[playerID];
        if (G.opening) return INVALID_MOVE;
        G.told = [];
        if (sum(hand.ingredients)) {
          if (!(number >= 1) || !(hand.ingredients[kind] >= number)) return INVALID_MOVE;
          hand.ingredients[kind] -= number;
          G.oven.push({ kind, number });
          G.told.push({ type: "placed", seat: playerID, kind, number });
          if (order) {
            const place = hand.orders.findIndex((card) => card.name === order);
            if (place < 0) return INVALID_MOVE;
            G.oven.push(hand.orders.splice(place, 1)[0]);
            G.told.push({ type: "order placed", seat: playerID, order });
          }
          const top = G.oven[G.oven.length - 1];
          G.top = top.name === undefined ? { kind } : { order: top.name };
        } else G.told.push({ type: "passed", seat: playerID });
        const fromWaiter = pile === "waiter" && sum(hand.ingredients) && G.waiters[playerID].length;
        let drawn = 0;
        for (; size(hand) < HAND && (fromWaiter ? G.waiters[playerID] : G.supply).length; drawn++) {
          if (fromWaiter) hand.orders.push(G.waiters[playerID].pop());
          else hand.ingredients[G.supply.pop()]++;
        }
        G.told.push({ type: "drew", seat: playerID, pile: fromWaiter ? "waiter" : "supply", drawn });
        if (G.supply.length) events.endTurn();
        else {
          G.opening = { opener: Number(playerID), table: Array(KINDS).fill(0), used: Array(KINDS).fill(0), order: null };
          G.top = null;
          G.told.push({ type: "oven opened", seat: playerID });
          reveal(G, events, random);
        }
      },
    },
  },
};

const server = Server({ games: [Oven], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
