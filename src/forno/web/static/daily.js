/* The daily table: how long until the next one. */

import "./page.js";

const next = document.getElementById("next");
const end = Date.now() + Number(next.dataset.left) * 1000;

function show() {
  const minutes = Math.ceil((end - Date.now()) / 60_000);
  if (minutes <= 0) location.reload();
  const time = `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  next.textContent = next.dataset.says.replace("{time}", time);
}

setInterval(show, 20_000);
