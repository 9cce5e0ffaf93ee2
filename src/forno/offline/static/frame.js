/* Inside a page that has no server: whatever leads elsewhere or sends something asks the worker behind the page around
this one. What is like on a server isn't here. */

const { worker } = window.frameElement;

/** The part of this page that an address names, in sight and with the focus. */
export function goTo(hash) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  target.scrollIntoView();
  if (target.tabIndex >= 0) target.focus();
}

function clicked(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented) return;
  const address = link.getAttribute("href");
  if (/^[a-z]+:/.test(address)) return;
  event.preventDefault();
  if (address.startsWith("#")) goTo(address);
  else worker.go(address || worker.address());
}

/** What a form sends, with the texts of its files. */
async function fieldsOf(form, submitter) {
  const fields = {};
  for (const [name, value] of new FormData(form, submitter)) {
    fields[name] = typeof value === "string" ? value : value.size ? await value.text() : "";
  }
  return fields;
}

async function submitted(event) {
  if (event.defaultPrevented) return;
  const { target: form, submitter } = event;
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  if (form.method === "dialog" || action === null) return;
  event.preventDefault();
  const fields = await fieldsOf(form, submitter);
  if (form.method === "get") worker.go(`${action}?${new URLSearchParams(fields)}`);
  else say(form, await worker.send(action, fields));
}

/** Why it can't be done, where it was tried. */
function say(form, message) {
  if (!message) return;
  let note = form.querySelector(":scope > .wrong[role=alert]");
  if (!note) {
    note = document.createElement("p");
    note.className = "wrong";
    note.setAttribute("role", "alert");
    form.prepend(note);
  }
  note.textContent = message;
  note.scrollIntoView({ block: "nearest" });
}

// What the script of the page does itself comes first.
window.addEventListener("click", clicked);
window.addEventListener("submit", submitted);
for (const field of document.querySelectorAll("#name")) field.value ||= worker.name();
new MutationObserver(() => worker.called(document.title)).observe(document.querySelector("title"), { childList: true });
worker.called(document.title);
if (worker.hash()) goTo(worker.hash());
