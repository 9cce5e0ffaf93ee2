/* Earlier lines of the log: a table's page begins with the latest, and the link above them leads to the same page with
all. That one may know more by now than was shown here, so only what comes before the lines that are here is taken. */

import { piece } from "./server.js";

const log = document.getElementById("log");

async function showEarlier(event) {
  const link = event.target.closest(".earlier a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const html = await piece(link.getAttribute("href"));
  if (html === null || !link.isConnected) return;
  const whole = new DOMParser().parseFromString(html, "text/html").getElementById("log");
  const found = [...(whole?.children ?? [])];
  const here = [...log.children].filter((line) => !line.matches(".earlier, .aside"));
  const same = (line, other) => !other || line.textContent === other.textContent;
  const first = found.findIndex((_line, at) => here.every((line, place) => same(line, found[at + place])));
  const { scrollHeight, scrollTop } = log;
  link.closest("li").replaceWith(...found.slice(0, Math.max(first, 0)));
  log.scrollTop = scrollTop + log.scrollHeight - scrollHeight;
  log.focus({ preventScroll: true });
}

log.addEventListener("click", showEarlier);
