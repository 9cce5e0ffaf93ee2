/* What the page asks of the server. */

import { words } from "./words.js";

/** Ask for something; the answer is an object, with `error` and `message` if it was refused. */
export async function post(url, data) {
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
