/* Where tables are kept in a browser: texts in IndexedDB. What they mean is for forno/offline/shelf.py. */

const NAME = "forno";
const ENTRIES = "entries";
const TABLES = "tables";
const LAST = Number.MAX_SAFE_INTEGER;

/** What a request comes to. */
const of = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const rowsOf = (table) => IDBKeyRange.bound([table, 0], [table, LAST]);

export class Shelf {
  static async open(name = NAME) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(ENTRIES, { keyPath: ["table", "number"] });
      opening.result.createObjectStore(TABLES, { keyPath: "table" });
    };
    return new Shelf(await of(opening));
  }

  constructor(database) {
    this.database = database;
    // Another tab has a newer Forno: it may change how things are kept.
    database.onversionchange = () => database.close();
  }

  /** Keep an entry and what is known of its table, both or neither. */
  async add(table, number, entry, due, about) {
    const work = this.database.transaction([ENTRIES, TABLES], "readwrite", { durability: "strict" });
    const settled = new Promise((done) => {
      work.oncomplete = () => done("kept");
      work.onabort = () => done(work.error?.name === "QuotaExceededError" ? "full" : "failed");
    });
    const entries = work.objectStore(ENTRIES);
    const tables = work.objectStore(TABLES);
    const length = await of(entries.count(rowsOf(table)));
    if (number !== length) {
      work.abort();
      return number < length ? "taken" : "gap";
    }
    const known = await of(tables.get(table));
    try {
      entries.add({ table, number, entry });
      tables.put({ table, due: due ?? null, about: about || known?.about || "" });
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      return "full";
    }
    return settled;
  }

  async entries(table) {
    const rows = await of(this.database.transaction(ENTRIES).objectStore(ENTRIES).getAll(rowsOf(table)));
    return JSON.stringify(rows.map(({ number, entry }) => [number, entry]));
  }

  async tables() {
    const rows = await of(this.database.transaction(TABLES).objectStore(TABLES).getAll());
    return JSON.stringify(rows.map(({ table, due, about }) => [table, due, about]));
  }

  async put(table, about) {
    await of(this.database.transaction(TABLES, "readwrite").objectStore(TABLES).put({ table, due: null, about }));
  }
}
