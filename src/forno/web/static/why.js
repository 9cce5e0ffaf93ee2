/* Why? A link to a rule opens it on the spot. With a modifier key, or if the rule can't be fetched, it is a link like any
other. Where the list of what happened is out of sight, what has just happened stays in sight for a while, with its
"Why?"; screen readers have been told it already. */

import { at, go, piece } from "./server.js";

const NOTE_MS = 9000;
const MARGIN_PX = 80;
const byId = (id) => document.getElementById(id);
const slip = byId("why");
const log = byId("log");
let asked = null;

async function explain(link) {
  const number = decodeURIComponent(link.hash.slice(1));
  const text = await piece(at(`/rules/text/${encodeURIComponent(number)}`));
  if (text === null) {
    go(link.getAttribute("href"));
    return;
  }
  byId("why-text").innerHTML = text;
  if (!slip.open) {
    asked = link;
    slip.showModal();
  }
  slip.scrollTop = 0;
  byId("why-title")?.focus();
}

function clicked(event) {
  const link = event.target.closest?.("a.why");
  const otherwise = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link?.hash || otherwise) return;
  event.preventDefault();
  explain(link);
}

/** A note with the latest line that has a reason, while the list is below the window's edge. */
function keepInSight(list) {
  const note = document.createElement("p");
  note.className = "lately";
  note.hidden = true;
  byId("content").append(note);
  let timer = 0;
  const fade = () => {
    if (note.matches(":hover, :focus-within") || slip.open) timer = setTimeout(fade, NOTE_MS);
    else note.hidden = true;
  };
  const added = (changes) => {
    const lines = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const line = lines.findLast((node) => node.querySelector?.(":scope > a.why"));
    if (!line || list.getBoundingClientRect().top < innerHeight - MARGIN_PX) return;
    note.replaceChildren(line.firstChild.textContent, " ", line.querySelector(":scope > a.why").cloneNode(true));
    note.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(fade, NOTE_MS);
  };
  new MutationObserver(added).observe(list, { childList: true });
}

if (slip) {
  document.addEventListener("click", clicked);
  // What was asked about may have left the page meanwhile.
  slip.addEventListener("close", () => (asked?.isConnected ? asked : log)?.focus());
  if (log) keepInSight(log);
}
