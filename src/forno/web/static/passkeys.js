/* Your key: makes a passkey for it, or takes the key that a passkey holds. */

import { at, go, post } from "./server.js";

const failed = document.querySelector("[data-failed]");

const make = async ({ options }) =>
  navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
const show = async ({ options }) =>
  navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });

async function ask(address, answer) {
  failed.hidden = true;
  try {
    const asked = await post(at(`${address}/options`), {});
    const credential = asked.error ? null : await answer(asked);
    const said = credential && (await post(at(address), { code: asked.code, credential: credential.toJSON() }));
    if (said && !said.error) return go(at(said.next));
  } catch {
    // Whoever asks was refused by the device, or changed their mind.
  }
  failed.hidden = false;
}

if (isSecureContext && window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  for (const button of document.querySelectorAll("[data-passkey]")) {
    const { passkey } = button.dataset;
    button.hidden = false;
    button.addEventListener("click", () => ask(passkey, passkey.endsWith("open") ? show : make));
  }
}
