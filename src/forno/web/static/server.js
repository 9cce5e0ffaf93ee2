/* What the page asks of whoever keeps its tables: a server, or, where there is none, the worker behind the page that
this one lies in (forno/offline). Nothing else in the script knows the difference. */

import { words } from "./words.js";

const worker = window.frameElement?.worker;

/** Whether it takes a network to reach them. */
export const isRemote = !worker;

/** Where something is that is written from the root: a house may lie under a path of its host, as this script does. */
export const at = (address) => (worker ? address : new URL(import.meta.url).pathname.split("/static/")[0] + address);

/** Ask for something; the answer is an object, with `error` and `message` if it was refused. */
export async function post(url, data) {
  if (worker) return worker.post(url, data);
  const token = document.querySelector("meta[name=csrf-token]")?.content || "";
  const unreachable = { error: "unreachable", message: words.unreachable };
  let answer;
  try {
    answer = await fetch(url, {
      method: "POST",
      keepalive: true, // what is said while the page is being left still arrives
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(data),
    });
  } catch {
    return unreachable;
  }
  const said = await answer.json().catch(() => ({}));
  return answer.ok || said.message ? said : { ...said, ...unreachable };
}

/** A page, or a piece of one, as text; nothing if it can't be had. */
export async function piece(url, form) {
  if (worker) return worker.piece(url, form);
  const answer = await fetch(url, form ? { method: "POST", body: form } : {}).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

/** What happens at a table: an EventSource, or what behaves like one. */
export const listen = (url) => (worker ? worker.listen(url) : new EventSource(url));

/** On to another page. */
export const go = (url) => (worker ? worker.go(url) : location.assign(url));

/** The same page as it is now. */
export const reload = () => (worker ? worker.reload() : location.reload());

/** What is shown now has this address. */
export const showAddress = (url) => (worker ? worker.showAddress(url) : history.replaceState(null, "", url));

/** An address that others can follow, or this browser later. */
export const wholeAddress = (url) => (worker ? worker.wholeAddress(url) : new URL(url, location.href).href);
