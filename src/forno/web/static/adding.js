/* This browser's own number for a sealed deal: promised while the guests gather and shown when the host starts, or sent
along with the one press that opens a table and starts it. Always after the seal was seen. */

import { keep, kept, newNumber, sha256 } from "./sealed.js";
import { at, isRemote, piece, post } from "./server.js";

const NUMBER_TIMEOUT_MS = 1500;
const { table, phase } = document.body.dataset;

/* Before the game. */

const guests = phase === "gathering" ? document.getElementById("guests") : null;
let adding = Promise.resolve();

async function add() {
  const { seal, called, promises = "", device = "" } = guests.querySelector(".gather")?.dataset ?? {};
  if (!seal) return;
  let deal = kept(table) ?? keep(table, { seal, number: newNumber() });
  const mine = device.split(" ").filter(Boolean);
  const promised = new Map(promises.split(" ").map((promise) => promise.split(":")));
  if (called === undefined) {
    if (mine.some((seat) => !promised.has(seat))) {
      await post(at(`/t/${table}/deal`), { promise: await sha256(deal.number) });
    }
    return;
  }
  if (deal.promises === undefined) deal = keep(table, { promises });
  if (!deal.shown && mine.length) {
    // The answer may find another page: with the last number the game begins.
    keep(table, { shown: true });
    await post(at(`/t/${table}/deal`), { number: deal.number });
  }
}

if (guests && isRemote) {
  const look = () => {
    adding = adding.then(add);
  };
  new MutationObserver(look).observe(guests, { childList: true });
  look();
}

/* With one press. */

let fetching = Promise.resolve();
let envelope = null;

/** The seal of a table that isn't open yet, and this browser's number for it. */
async function fetchEnvelope() {
  const text = await piece(phase ? at(`/t/${table}/envelope`) : at("/envelope")).catch(() => null);
  if (!text) return;
  const sealed = JSON.parse(text);
  const number = kept(sealed.table)?.number ?? newNumber();
  envelope = { ...sealed, number, promise: await sha256(number) };
}

function begin() {
  if (!isRemote || !document.querySelector("[data-deals]")) return;
  for (const field of document.querySelectorAll("[data-added]")) field.remove();
  envelope = null;
  fetching = fetchEnvelope();
}

function addField(form, name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  input.dataset.added = "";
  form.append(input);
}

/** How a form deals the cards, if its button does: "alone" starts at once. */
function dealsOf(form, submitter) {
  return submitter?.hasAttribute("formaction") ? submitter.dataset.deals : form.dataset.deals;
}

function addTo(form, deals) {
  const alone = deals === "alone";
  const added = alone ? "number" : "promise";
  keep(envelope.table, { seal: envelope.seal, number: envelope.number, ...(alone && { shown: true }) });
  addField(form, "envelope", envelope.envelope ?? "");
  addField(form, "seal", envelope.seal);
  addField(form, added, envelope[added]);
}

function submitted(event) {
  const { target: form, submitter } = event;
  const deals = dealsOf(form, submitter);
  if (!deals || "waited" in form.dataset || !isRemote || event.defaultPrevented || form.querySelector("[data-added]"))
    return;
  if (envelope) {
    addTo(form, deals);
    return;
  }
  // Whoever is that quick waits a moment for it, and plays without it rather than not at all.
  event.preventDefault();
  const late = new Promise((done) => setTimeout(done, NUMBER_TIMEOUT_MS));
  Promise.race([fetching, late]).then(() => {
    form.dataset.waited = "";
    if (envelope) addTo(form, deals);
    setTimeout(() => form.requestSubmit(submitter)); // not while the form is still being sent
  });
}

addEventListener("pageshow", begin);
document.addEventListener("submit", submitted);
