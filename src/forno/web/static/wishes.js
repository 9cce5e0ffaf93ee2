/* Wishes: what somebody wants to take next, chosen while others decide. They are known to this page alone, outlive its
reload, and can be taken back any time. When it is their turn the first is played, if it is still there; if not, all of
them are dropped, and the page says so. */

import { fill, tell, words } from "./words.js";

const MOST = 8;
const { table, seat, device = "" } = document.body.dataset;
const kept = `wishes-${table}-${seat}`;
const place = device.includes(" ") ? null : document.getElementById("wishes");
const buttonFor = (action) => place.querySelector(`[data-wish="${action}"]`);

let wishes = [];
let asked = null;
let answered = "";

function keep(list) {
  wishes = list;
  try {
    if (list.length) sessionStorage.setItem(kept, JSON.stringify(list));
    else sessionStorage.removeItem(kept);
  } catch {
    // Private windows forget.
  }
  const lines = list.map((action, at) => {
    const { phrase } = buttonFor(action).dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.dataset.unwish = at;
    button.setAttribute("aria-label", fill(words.unwish, { what: phrase }));
    button.append(buttonFor(action).querySelector("svg")?.cloneNode(true) ?? phrase, " ×");
    const line = document.createElement("li");
    line.append(button);
    return line;
  });
  place.querySelector("ol").replaceChildren(...lines);
}

function wish(button) {
  if (wishes.length === MOST) return;
  keep([...wishes, Number(button.dataset.wish)]);
  tell(fill(words.wished, { what: button.dataset.phrase }));
}

function unwish(at) {
  const button = buttonFor(wishes[at]);
  keep(wishes.filter((_, other) => other !== at));
  tell(words.taken_back);
  button.focus();
}

/** What is in the refrigerator can be pressed there, too, while nothing is asked. */
function pressed({ target }) {
  const button = target.closest?.("[data-wish], [data-unwish]");
  if (button?.dataset.unwish) unwish(Number(button.dataset.unwish));
  else if (button) wish(button);
  else if (!asked && place.checkVisibility()) {
    const meant = [...place.querySelectorAll("[data-wish]")].find(({ dataset }) => target.closest?.(dataset.at));
    if (meant) wish(meant);
  }
}

/** There is a composer now, or none: the first wish is played, where it is among what can be sent. */
export function wishesRenewed(composer) {
  asked = composer;
  if (!place || !composer || composer.busy || !wishes.length || answered === composer.form.dataset.number) return;
  answered = composer.form.dataset.number;
  const [first, ...rest] = wishes;
  const way = composer.ways.find(({ actions }) => actions.length === 1 && actions[0] === first);
  keep(way ? rest : []);
  if (way) {
    composer.turn = way.actions;
    composer.post();
  } else composer.wrong(fill(words.wish_gone, { what: buttonFor(first).dataset.phrase }));
}

if (place) {
  place.hidden = false;
  let before = [];
  try {
    before = JSON.parse(sessionStorage.getItem(kept) ?? "[]");
  } catch {
    // Nothing was kept.
  }
  keep(before.filter(buttonFor));
  document.addEventListener("click", pressed);
}
