/* The page around the pages. It starts the kitchen in a worker, shows one page after the other in a frame, and keeps the
address: everything behind its # is what a server would be asked for. */

const byId = (id) => document.getElementById(id);
const told = JSON.parse(byId("told").textContent);
const WISHES = "forno-anywhere";

/* --- who looks ------------------------------------------------------------------------ */

let wishes = kept();

function kept() {
  try {
    return JSON.parse(localStorage.getItem(WISHES)) ?? {};
  } catch {
    return {};
  }
}

function remember(more) {
  wishes = { ...wishes, ...more };
  try {
    localStorage.setItem(WISHES, JSON.stringify(wishes));
  } catch {
    // Private windows forget.
  }
}

function language() {
  const wished = [wishes.language, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wished.find((code) => code in told.words) ?? "en";
}

const words = () => told.words[language()];

/* --- the kitchen ------------------------------------------------------------------------ */

let asked = 0;
const waiting = new Map();
const streams = new Map();
let opened;
/** Settled when the worker can be asked. */
const ready = new Promise((done, failed) => {
  opened = { done, failed };
});
ready.catch(() => {});
let worker = null;

function openKitchen() {
  try {
    if (typeof WebAssembly !== "object") throw new Error("WebAssembly");
    worker = new Worker(`worker.js${location.search}`, { type: "module" });
  } catch (error) {
    opened.failed(error);
    return;
  }
  worker.onmessage = ({ data }) => {
    if (data.stage) reached(data);
    else if (data.stream !== undefined) streams.get(data.stream)?.hear(data);
    else answered(data);
  };
  // A browser that knows no module workers, or a file of the package that isn't there.
  worker.onerror = (event) => opened.failed(new Error(event.message || "worker.js"));
}

function reached({ stage, kept: keeps, reason }) {
  if (stage === "ready") {
    if (!keeps) notice(words().forgets);
    opened.done();
  } else if (stage === "failed") opened.failed(new Error(reason));
}

function answered({ number, answer, wrong }) {
  const { done, failed } = waiting.get(number);
  waiting.delete(number);
  if (wrong === undefined) done(answer);
  else failed(new Error(wrong));
}

async function request(message) {
  await ready;
  const number = ++asked;
  return new Promise((done, failed) => {
    waiting.set(number, { done, failed });
    worker.postMessage({ ...message, number });
  });
}

const question = (method, address, sent = {}) => ({
  method,
  address,
  sent,
  name: wishes.name ?? "",
  language: language(),
});

const ask = (...parts) => request({ question: question(...parts) });

/** What happens at a table, like an EventSource: the same bytes, from the worker. */
class Source extends EventTarget {
  constructor(address) {
    super();
    this.number = ++asked;
    this.readyState = EventSource.CONNECTING;
    streams.set(this.number, this);
    ready.then(() => {
      if (this.readyState === EventSource.CLOSED) return;
      worker.postMessage({ stream: this.number, question: question("GET", address) });
      this.readyState = EventSource.OPEN;
      this.onopen?.();
    });
  }

  hear({ data, wrong }) {
    if (wrong !== undefined) {
      this.close();
      this.onerror?.();
      return;
    }
    for (const message of data.split("\n\n")) this.dispatch(message);
  }

  dispatch(message) {
    const lines = message.split("\n").map((line) => line.split(/: (.*)/s));
    const { id = "", event, data } = Object.fromEntries(lines);
    if (event) this.dispatchEvent(new MessageEvent(event, { data, lastEventId: id }));
  }

  close() {
    if (this.readyState === EventSource.CLOSED) return;
    this.readyState = EventSource.CLOSED;
    streams.delete(this.number);
    worker?.postMessage({ leave: this.number });
  }
}

/* --- pages ------------------------------------------------------------------------------ */

const address = () => decodeURI(location.hash.slice(1)) || "/";
const path = (whole) => whole.split(/[?#]/)[0];
let frame = null;
/** What was asked for last: whatever comes after something newer was asked for is too late. */
let going = 0;
let shown = "";

const fileOf = (whole) => `pages/${language()}${path(whole) === "/" ? "/home" : path(whole)}.html`;

/** The HTML of a page: those that are always the same lie in the package, all others come from the kitchen. */
async function pageOf(whole) {
  if (told.pages.includes(path(whole))) {
    const answer = await fetch(fileOf(whole));
    if (answer.ok) return answer.text();
  }
  const answer = await ask("GET", whole);
  if (answer.file) {
    save(answer);
    return null;
  }
  return answer.page;
}

function save({ file, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function show(whole) {
  const mine = ++going;
  const slow = setTimeout(() => wait(true), 150);
  try {
    const html = await pageOf(whole);
    if (mine === going && html) put(html, whole);
  } catch (error) {
    if (mine === going) sorry(error);
  } finally {
    clearTimeout(slow);
    if (mine === going) wait(false);
  }
}

/** Another page in the place of what is shown: in a frame of its own, so that nothing of the old one is left. It is seen
when its script is there, too: a form that was pressed before would be sent to a server that there isn't. */
function put(html, whole) {
  const next = document.createElement("iframe");
  next.title = "Forno";
  next.className = "coming";
  next.worker = outlook(whole);
  next.srcdoc = html;
  document.documentElement.lang = language();
  frame?.remove();
  for (const source of streams.values()) source.close();
  frame = next;
  shown = whole;
  document.body.append(next);
  next.addEventListener("load", () => {
    next.className = "";
    next.contentWindow.focus();
  });
}

/** What a page in the frame can do. */
const outlook = (whole) => ({
  post: async (url, sent) => {
    const { data, error, message } = await ask("POST", url, sent);
    return data ?? { error, message };
  },
  piece,
  listen: (url) => new Source(url),
  go,
  reload: () => show(address()),
  send,
  showAddress: (url) => history.replaceState(null, "", `#${url}`),
  wholeAddress: (url) => `${location.href.split("#")[0]}#${url}`,
  address,
  hash: () => (whole.includes("#") ? whole.slice(whole.indexOf("#")) : ""),
  name: () => wishes.name ?? "",
  called: (title) => {
    document.title = title;
  },
});

let slips = {};

async function piece(url, form) {
  const rule = url.split("/rules/text/")[1];
  if (rule) {
    const code = language();
    slips[code] ??= fetch(`pages/${code}/rules.json`).then((answer) => answer.json());
    return (await slips[code])[decodeURIComponent(rule)] ?? null;
  }
  const answer = await (form ? ask("POST", url, Object.fromEntries(form)) : ask("GET", url));
  return answer.error ? null : (answer.piece ?? answer.page);
}

function go(whole) {
  if (whole === address()) show(whole);
  else location.hash = whole;
}

/** A form. Returns why it can't be done, if it can't. */
async function send(action, fields) {
  if (action === "/settings") {
    remember({
      ...(fields.name && { name: fields.name.trim() }),
      ...(fields.language && { language: fields.language }),
    });
    go(fields.back === "/settings" ? "/settings" : address());
    return "";
  }
  wait(true);
  try {
    const answer = await ask("POST", action, fields);
    if (answer.remember) remember(answer.remember);
    if (answer.go) {
      // What was begun here is not to be swept away with what can be fetched again.
      navigator.storage?.persist?.().catch(() => {});
      go(answer.go);
    } else if (answer.error) return answer.message;
    else if (answer.page) put(answer.page, action);
    return "";
  } catch (error) {
    sorry(error);
    return "";
  } finally {
    wait(false);
  }
}

/* --- what is said around the pages -------------------------------------------------------- */

function wait(on) {
  const line = byId("wait");
  line.hidden = !on;
  if (on) line.textContent = words().warming;
}

function notice(text) {
  const line = byId("notice");
  const [told, button] = line.children;
  told.textContent = text;
  button.textContent = words().done;
  button.onclick = () => {
    line.hidden = true;
  };
  line.hidden = false;
}

/** Nothing can be played: say why, and what can be done. */
function sorry(error) {
  const old = typeof WebAssembly !== "object" || /WebAssembly|module/i.test(error.message);
  byId("sorry-text").textContent = old ? words().old : words().broken;
  byId("sorry-again").textContent = words().again;
  if (!byId("sorry").open) byId("sorry").showModal();
  console.error(error);
}

byId("sorry-again").addEventListener("click", () => location.reload());
addEventListener("hashchange", () => show(address()));
openKitchen();
show(address());
// From now on it opens without a network, too: by itself, beside everything else.
ready.then(() => navigator.serviceWorker?.register("service-worker.js")).catch(() => {});
