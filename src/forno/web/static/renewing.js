/* Regions that are renewed while somebody looks, each from the address that it names. */

import "./page.js";
import { swap } from "./regions.js";
import { piece } from "./server.js";

const REFRESH_MS = 15_000;

async function renew() {
  for (const region of document.hidden ? [] : document.querySelectorAll("[data-renew]")) {
    const html = await piece(region.dataset.renew);
    if (html !== null) swap(region.id, html);
  }
}

setInterval(renew, REFRESH_MS);
document.addEventListener("visibilitychange", renew);
