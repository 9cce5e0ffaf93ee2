/* The daily table: how long until the next one. */

import "./page.js";

const next = document.getElementById("next");
const end = Date.now() + Number(next.dataset.left) * 1000;

function show() {
  const minutes = Math.ceil((end - Date.now()) / 60_000);
  if (minutes <= 0) location.reload();
  const { says } = next.dataset;
  next.textContent = says.replace("{hours}", Math.floor(minutes / 60)).replace("{minutes}", minutes % 60);
}

setInterval(show, 20_000);
