/* The kitchen: Python in a worker, with the same tables, bots and faces that a server has. The page asks, this answers. */

import { Shelf } from "./shelf.js";

const PYTHON = new URL("pyodide/", import.meta.url).href;
/** Bots that don't pretend to think, for whoever is in a hurry. */
const QUICK = new URL(import.meta.url).searchParams.has("quick");
const FORNO = new URL("forno.zip", import.meta.url);

/** What the package leaves to be fetched when it is wanted, and is kept from then on: networks of bots. */
const NETWORKS = `forno-networks ${new URL("./", import.meta.url)}`;

const failed = (error) => postMessage({ stage: "failed", reason: String(error) });

/** A promise of the one who answers; what goes wrong is told to the page. */
const kitchen = open();

async function open() {
  const keeping = Shelf.open().catch((error) => ({ denied: String(error) }));
  const fetching = fetch(FORNO).then((answer) =>
    answer.ok ? answer.arrayBuffer() : Promise.reject(new Error("forno.zip")),
  );
  fetching.catch(failed); // at once, not when Python has come
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  postMessage({ stage: "python" });
  const python = await loadPyodide({ indexURL: PYTHON });
  postMessage({ stage: "forno" });
  python.unpackArchive(await fetching, "zip", { extractDir: "/forno" });
  python.runPython("import sys; sys.path.insert(0, '/forno')");
  const { BrowserWorker } = python.pyimport("forno.offline.worker");
  const shelf = await keeping;
  const bring = (address, path) => download(python, address, path);
  const worker = BrowserWorker(bring, shelf.denied === undefined ? shelf : undefined, QUICK);
  postMessage({ stage: "ready", kept: shelf.denied === undefined });
  worker.warm_up();
  return { python, worker };
}

kitchen.catch(failed);

/** Write such a file to where Python looks for it. Returns whether it could be had. */
async function download(python, address, path) {
  // Browsers have no caches for hosts without HTTPS, and none in some private windows.
  const cache = await self.caches?.open(NETWORKS).catch(() => undefined);
  const kept = await cache?.match(address);
  const answer = kept ?? (await fetch(address).catch(() => undefined));
  const bytes = answer?.ok && (await answer.arrayBuffer().catch(() => undefined));
  if (!bytes) return false;
  if (cache && !kept) await keep(cache, address, bytes).catch(() => {}); // without room it is fetched again
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, new Uint8Array(bytes));
  return true;
}

/** Keep a file in the place of its former versions: an address is a name, a hyphen and the content's hash. */
async function keep(cache, address, bytes) {
  const name = new URL(address.slice(0, address.lastIndexOf("-") + 1), import.meta.url).href;
  for (const former of await cache.keys()) if (former.url.startsWith(name)) await cache.delete(former);
  await cache.put(address, new Response(bytes));
}

async function ask(question) {
  const { worker } = await kitchen;
  return JSON.parse(await worker.ask(JSON.stringify(question)));
}

async function listen(number, question) {
  const { worker } = await kitchen;
  await worker.listen(number, JSON.stringify(question), (data) => postMessage({ stream: number, data }));
}

/** Whatever tests want to know. Pages have no way to ask for it. */
async function run(code) {
  const { python } = await kitchen;
  return python.runPythonAsync(code);
}

self.addEventListener("message", async ({ data }) => {
  const { number, question, stream, leave, code } = data;
  try {
    if (leave !== undefined) (await kitchen).worker.hang_up(leave);
    else if (stream !== undefined) await listen(stream, question);
    else postMessage({ number, answer: await (code === undefined ? ask(question) : run(code)) });
  } catch (error) {
    postMessage(stream === undefined ? { number, wrong: String(error) } : { stream, wrong: String(error) });
  }
});
