/* "Fair deal": whether a game was dealt from what was sealed, found out by this browser alone. */

import { kept, seedOf, sha256 } from "./sealed.js";

const about = document.querySelector("details.envelope");

const RESULT = { true: "fine", false: "wrong", undefined: "unknown" };

async function checks({ table, seal, secret, promises, numbers, seed, mine }) {
  const seen = kept(table);
  const shown = Object.entries(promises).map(([seat, promise]) => `${seat}:${promise}`);
  const hashes = await Promise.all(Object.entries(numbers).map(async ([seat, number]) => [seat, await sha256(number)]));
  const promised = hashes.every(([seat, hash]) => hash === promises[seat]);
  return {
    kept: RESULT[seen?.seal && seen.seal === seal],
    secret: RESULT[(await sha256(secret)) === seal],
    mine: seen?.shown && mine.length ? ownNumber(mine, numbers, seen.number) : "unknown",
    promises: RESULT[promised && (seen?.promises === undefined || seen.promises === shown.join(" "))],
    seed: RESULT[(await seedOf(secret, numbers)) === seed],
  };
}

function ownNumber(mine, numbers, own) {
  if (mine.every((seat) => numbers[seat] === undefined)) return "late";
  return RESULT[mine.some((seat) => numbers[seat] === own)];
}

async function check() {
  const found = await checks(JSON.parse(document.getElementById("envelope").textContent));
  for (const item of about.querySelectorAll("[data-check]")) {
    const result = found[item.dataset.check];
    item.className = result;
    item.textContent = item.dataset[result];
  }
  about.dataset.checked = Object.values(found).includes("wrong") ? "wrong" : "fine";
}

if (about) check();
