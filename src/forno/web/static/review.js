/* A review that grows while one looks at it. The page works without script: Look again loads it anew. */

import "./page.js";
import { piece } from "./server.js";
import { tell } from "./words.js";

const REFRESH_MS = 1200;

const review = () => document.getElementById("review");
const again = () => document.querySelector("[data-again]");

/** The page as it is now, as a document; nothing if it can't be had. */
async function fetched() {
  const wish = again();
  let text;
  if (wish.form) {
    const fields = new FormData(wish.form);
    fields.set(wish.name, wish.value);
    text = await piece(wish.form.getAttribute("action"), fields);
  } else text = await piece(wish.getAttribute("href"));
  return text === null ? null : new DOMParser().parseFromString(text, "text/html").getElementById("review");
}

async function look() {
  const fresh = await fetched();
  if (fresh) {
    const held = document.activeElement?.closest?.("#review [id]")?.id;
    const open = [...review().querySelectorAll("details[open]")].map((one) => one.id);
    review().replaceWith(fresh);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (held) document.getElementById(held)?.querySelector("a, button")?.focus();
  }
  grow();
}

/** Look again until all is there, but not behind the reader's back. */
function grow() {
  const wish = again();
  if (!wish) {
    tell(review().querySelector("h2 + .kinds")?.parentElement.querySelector("h2").textContent ?? "");
    return;
  }
  wish.hidden = true;
  if (document.hidden) document.addEventListener("visibilitychange", grow, { once: true });
  else setTimeout(look, REFRESH_MS);
}

/** A link to a folded finding unfolds it. */
addEventListener("hashchange", () => {
  const folded = document.getElementById(location.hash.slice(1))?.closest("details");
  if (folded && !folded.open) {
    folded.open = true;
    document.getElementById(location.hash.slice(1)).scrollIntoView();
  }
});

if (again()) grow();
