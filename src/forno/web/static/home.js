/* Home: how your tables stand, renewed while somebody looks. */

import "./page.js";
import { swap } from "./regions.js";
import { at, isRemote, piece } from "./server.js";

const REFRESH_MS = 15_000;

async function renew() {
  if (document.hidden) return;
  const list = await piece(at("/your-tables"));
  if (list === null) return;
  swap("yours", list);
  // Without a server nobody knew before whether there are any.
  const any = Boolean(list.trim());
  document.querySelector(".yours").hidden = !any;
  document.getElementById("content").classList.toggle("regular", any);
}

if (document.getElementById("yours")) {
  if (!isRemote) renew();
  setInterval(renew, REFRESH_MS);
  document.addEventListener("visibilitychange", renew);
}
