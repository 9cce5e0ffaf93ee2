/* Keys at a table, unless they are switched off: k shows the rest at once, h goes to the first choice in or below the
hand (to the hand itself while others decide), l to the log, c to the chat, ? tells the keys. The composer has its own. */

import { setting } from "./settings.js";

/** Whether a key means what it says: nobody is writing, and it is none of the browser's own. A dialog that was closed
may keep the focus for a moment, but nobody writes where nothing is seen. */
export const meant = (event) =>
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.target.closest?.("input, textarea, select, dialog")?.checkVisibility();

function goTo(element) {
  if (!element) return;
  element.closest("details")?.setAttribute("open", "");
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** Listen; `skip` is what k does. */
export function listenToKeys(skip) {
  const byId = (id) => document.getElementById(id);
  const keys = {
    k: skip,
    h: () => goTo(document.querySelector("#hand button:enabled, #turn button:enabled") ?? byId("hand")),
    l: () => goTo(byId("log")),
    c: () => goTo(byId("chat-form")?.elements.text),
    "?": () => byId("keys")?.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (setting("keys") !== "on" || !meant(event) || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}
