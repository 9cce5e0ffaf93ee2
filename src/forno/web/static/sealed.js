/* Sealed deals: hashes, numbers, and what this browser keeps of the deals that it has seen. */

const STORAGE_KEY = "forno-deals";
const MAX_DEALS = 50;

function all() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? {};
  } catch {
    return {};
  }
}

/** What this browser saw and added before a game: its seal, its number, the promises of all. */
export const kept = (table) => all()[table];

export function keep(table, told) {
  const deals = all();
  const known = { ...deals[table], ...told };
  delete deals[table];
  const latest = Object.entries(deals).slice(1 - MAX_DEALS);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...latest, [table, known]])));
  } catch {
    // A browser that keeps nothing still adds its number; it just can't compare the seal afterwards.
  }
  return known;
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const newNumber = () => hex(crypto.getRandomValues(new Uint8Array(32)));

export async function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  // Browsers keep it from pages without encryption, as a server at home has.
  return hex(crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : digest(bytes));
}

/** The seed that follows from a secret and the numbers of seats. */
export function seedOf(secret, numbers) {
  const seats = Object.keys(numbers).sort((one, other) => one - other);
  return sha256(["forno deal", secret, ...seats.map((seat) => `${seat} ${numbers[seat]}`)].join("\n"));
}

/* SHA-256 as FIPS 180-4 has it. */

const fraction = (root) => (root % 1) * 2 ** 32;
const turn = (word, by) => (word >>> by) | (word << (32 - by));

function primes(many) {
  const found = [];
  for (let number = 2; found.length < many; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

export function digest(bytes) {
  const constants = primes(64).map((prime) => fraction(Math.cbrt(prime)) | 0);
  const hash = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)) | 0);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const blocks = new DataView(padded.buffer);
  blocks.setUint32(padded.length - 4, bytes.length * 8);
  const words = new Int32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = blocks.getInt32(start + 4 * i);
      else {
        const [early, late] = [words[i - 15], words[i - 2]];
        const mixedEarly = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        const mixedLate = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
        words[i] = words[i - 16] + mixedEarly + words[i - 7] + mixedLate;
      }
      const chosen = (e & f) ^ (~e & g);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + constants[i] + words[i]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] += word;
  }
  const view = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) view.setInt32(4 * i, word);
  return new Uint8Array(view.buffer);
}
