/* Home: how your tables stand, renewed while somebody looks. */

import "./page.js";
import { swap } from "./regions.js";

const EVERY = 15_000;

async function renew() {
  if (document.hidden) return;
  const answer = await fetch("/your-tables").catch(() => null);
  if (answer?.ok) swap("yours", await answer.text());
}

if (document.getElementById("yours")) {
  setInterval(renew, EVERY);
  document.addEventListener("visibilitychange", renew);
}
