/* Who is away, and for whom a bot plays, shows at the seat, with what can be done about it. The list of guests knows it:
its rows carry data-absent, and forms of the class `absence`. */

import { chat } from "./bubbles.js";
import { find } from "./regions.js";
import { fill, tell, words } from "./words.js";

const byId = (id) => document.getElementById(id);
const guests = byId("seat-names");
const dialog = byId("absent");
const known = new Map();

const rows = () => [...(guests?.querySelectorAll("[data-name-of]") ?? [])];

/** Every seat as its row says. */
function mark() {
  for (const row of rows()) {
    const seat = find(`#seat-${row.dataset.nameOf}`);
    const said = row.dataset.absent ?? "";
    const shown = seat?.querySelector(":scope > .absent");
    if (!seat || (shown?.textContent ?? "") === said) continue;
    shown?.remove();
    if (said) seat.append(sign(row, said));
  }
}

function sign(row, said) {
  const form = row.querySelector("form.absence");
  const made = document.createElement(form ? "button" : "span");
  made.className = "absent";
  made.textContent = said;
  if (!form) return made;
  made.type = "button";
  made.dataset.absentSeat = row.dataset.nameOf;
  return made;
}

/** What is new is told, too. */
function news() {
  for (const row of rows()) {
    const { nameOf, name, absent = "", mine } = row.dataset;
    const before = known.get(nameOf);
    known.set(nameOf, absent);
    if (before === undefined || before === absent) continue;
    if (absent) tell(`${name}: ${absent}`);
    else if (mine === undefined) {
      tell(fill(words.back, { name }));
      chat(nameOf, fill(words.back, { name }));
    }
  }
  mark();
}

function ask(row) {
  const form = row.querySelector("form.absence");
  // One's own seat is taken back at once; of others it may be asked first.
  if (row.dataset.mine !== undefined) {
    form.requestSubmit();
    return;
  }
  byId("absent-title").textContent = `${row.dataset.name}: ${row.dataset.absent}`;
  dialog.querySelector("div").replaceChildren(form.cloneNode(true));
  dialog.showModal();
}

if (guests) {
  news();
  new MutationObserver(news).observe(guests, { childList: true, subtree: true });
  new MutationObserver(mark).observe(byId("table"), { childList: true, subtree: true });
  document.addEventListener("click", ({ target }) => {
    const seat = target.closest?.("[data-absent-seat]")?.dataset.absentSeat;
    const row = seat && rows().find(({ dataset }) => dataset.nameOf === seat);
    if (row) ask(row);
  });
}
