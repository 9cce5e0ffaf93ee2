/* Every page: dialogs, addresses to copy and share, forms that send themselves, what happens without a network.

data-open="ID" opens a dialog, data-close closes it, data-copy and data-share pass an address on, with data-text
before it. */

import { at, isRemote, wholeAddress } from "./server.js";
import "./settings.js";
import { tell, words } from "./words.js";

const COPIED_MS = 2000;

async function clicked(event) {
  const button = event.target.closest?.("[data-open], [data-close], [data-copy], [data-share]");
  if (!button) return;
  const { open, copy, share, text } = button.dataset;
  if (open) openDialog(open, event);
  else if (share !== undefined && navigator.share) await shareAddress(share, text);
  else if (copy !== undefined || share !== undefined) await copyAddress(copy || share, button, text);
  else button.closest("dialog")?.close();
}

/** Links that open a dialog lead to a page for those without script. */
function openDialog(id, event) {
  const dialog = document.getElementById(id);
  if (!dialog) return;
  event.preventDefault();
  dialog.showModal();
}

/** The menu closes as soon as something else is meant. */
function closeMenu({ target, type, key }) {
  const menu = document.querySelector(".menu[open]");
  if (!menu) return;
  if (type === "keydown") {
    if (key !== "Escape") return;
    menu.firstElementChild.focus();
  } else if (target.closest?.(".menu > summary")) return;
  menu.open = false;
}

async function shareAddress(address, text) {
  // Whoever thinks better of it has made no mistake.
  await navigator.share({ url: wholeAddress(address), title: document.title, text }).catch(() => {});
}

async function copyAddress(address, button, text) {
  const whole = wholeAddress(address);
  if (!(await copied(text ? `${text}\n${whole}` : whole, button))) return;
  const before = button.textContent;
  button.textContent = words.copied;
  tell(words.copied);
  setTimeout(() => {
    button.textContent = before;
  }, COPIED_MS);
}

/** Browsers keep their clipboard from pages without encryption, as a server at home has: those copy the old way. */
async function copied(text, beside) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  beside.after(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  beside.focus();
  return done;
}

document.addEventListener("click", clicked);
document.addEventListener("click", closeMenu);
document.addEventListener("keydown", closeMenu);
document.documentElement.toggleAttribute("data-shares", Boolean(navigator.share));
// Selects marked so, such as the language, send their form by themselves; the button is for those without script.
document.addEventListener("change", ({ target }) => {
  if (target.matches?.("[data-submits]")) target.form.requestSubmit();
});
if ("offline" in document.body.dataset) addEventListener("online", () => location.reload());
if (isRemote && "serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register(at("/service-worker.js")).catch(() => {});
}
