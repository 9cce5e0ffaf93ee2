/* Every page: wishes kept on this device, words, and what the other modules talk to the server with.

Words come from the page, translated: <script type="application/json" id="words">{…}</script> with the keys
  your_turn     "Your turn"                             title and notice while the tab is hidden
  unreachable   "The kitchen can't be reached. …"       a move or message that didn't get through
  copied        "Copied."                               after a link was copied
  pass_to       "Pass the device to {name}."            hot seat
  why           "Why?"                                  link to a rule
  mute          "Mute {name}"                           beside a message
  muted         "{name} is muted."                      the button that undoes it
  seconds       "{seconds} s"                           the clock
A setting is an input with data-setting=NAME, anywhere: theme, pace, sound, title, notice, chat, keys. */

const KEPT = "forno";
const FIRST = { theme: "", pace: "normal", sound: "off", title: "on", notice: "off", chat: "on", keys: "on" };

const read = (text) => { try { return JSON.parse(text) || {}; } catch { return {}; } };
const stored = () => { try { return localStorage.getItem(KEPT); } catch { return null; } };

let settings = { ...FIRST, ...read(stored()) };
const listeners = [];

export const words = read(document.getElementById("words")?.textContent);
export const setting = (name) => settings[name];
export const onSetting = (listener) => listeners.push(listener);
export const fill = (text, values) => (text || "").replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

export function set(name, value) {
  settings = { ...settings, [name]: value };
  try { localStorage.setItem(KEPT, JSON.stringify(settings)); } catch { /* private windows forget */ }
  show();
  for (const listener of listeners) listener(name, value);
}

/** Whether things may move: neither the system nor the pace forbids it. */
export const moves = () =>
  setting("pace") !== "instant" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

function show() {
  const page = document.documentElement;
  if (settings.theme) page.dataset.theme = settings.theme; else delete page.dataset.theme;
  page.dataset.pace = settings.pace;
  page.dataset.chat = settings.chat;
  for (const input of document.querySelectorAll("[data-setting]")) {
    const value = settings[input.dataset.setting];
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = value === "on";
    else input.value = value;
  }
}

async function changed({ target }) {
  const name = target.dataset?.setting;
  if (!name) return;
  let value = target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value;
  if (name === "notice" && value === "on" && (await window.Notification?.requestPermission()) !== "granted") value = "off";
  set(name, value);
}

/** Ask the server for something; the answer is an object, with `error` and `message` if it was refused. */
export async function post(url, data) {
  const token = document.querySelector("meta[name=csrf-token]")?.content || "";
  let answer;
  try {
    answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(data),
    });
  } catch {
    return { error: "unreachable", message: words.unreachable };
  }
  const said = await answer.json().catch(() => ({}));
  return answer.ok || said.message ? said : { ...said, error: "unreachable", message: words.unreachable };
}

/** Tell a screen reader. The same words twice are told twice. */
export function tell(text) {
  const news = document.getElementById("news");
  if (!news || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  news.append(line);
  while (news.childElementCount > 12) news.firstElementChild.remove();
}

/** Browsers keep their clipboard from pages without encryption, as a server at home has: those copy the old way. */
async function copied(text, beside) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
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

async function clicked(event) {
  const button = event.target.closest?.("[data-open], [data-close], [data-copy], [data-share]");
  if (!button) return;
  const { open, copy, share } = button.dataset;
  if (open) document.getElementById(open)?.showModal();
  else if (copy !== undefined || share !== undefined) {
    const url = new URL(copy || share, location.href).href;
    if (share !== undefined && navigator.share) return navigator.share({ url, title: document.title }).catch(() => {});
    if (!(await copied(url, button))) return;
    const was = button.textContent;
    button.textContent = words.copied;
    tell(words.copied);
    setTimeout(() => { button.textContent = was; }, 2000);
  } else button.closest("dialog")?.close();
}

show();
// A page that is left twice at once has its gliding cut short, which is nobody's mistake.
addEventListener("pageswap", ({ viewTransition: gliding }) => { for (const part of ["ready", "finished"]) gliding?.[part].catch(() => {}); });
document.addEventListener("change", changed);
document.addEventListener("click", clicked);
addEventListener("storage", ({ key, newValue }) => { if (key === KEPT) { settings = { ...FIRST, ...read(newValue) }; show(); } });
// Selects marked so, such as the language, send their form by themselves; the button is for those without script.
document.addEventListener("change", ({ target }) => { if (target.matches?.("[data-submits]")) target.form.requestSubmit(); });
if ("offline" in document.body.dataset) addEventListener("online", () => location.reload());
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/service-worker.js").catch(() => {});
