/* Wishes, kept on this device. A setting is an input with data-setting=NAME, anywhere on a page. */

const STORAGE_KEY = "forno";
const DEFAULTS = {
  theme: "",
  pace: "normal",
  sound: "off",
  title: "on",
  notice: "off",
  chat: "on",
  keys: "on",
  only: "on",
  undo: "short",
};

const listeners = [];
let settings = { ...DEFAULTS, ...read(stored()) };

function read(text) {
  try {
    return JSON.parse(text) || {};
  } catch {
    return {};
  }
}

function stored() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export const setting = (name) => settings[name];

export const onSetting = (listener) => listeners.push(listener);

/** Whether things may move: neither the system nor the pace forbids it. */
export const moves = () => setting("pace") !== "instant" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

export function set(name, value) {
  settings = { ...settings, [name]: value };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // Private windows forget.
  }
  show();
  for (const listener of listeners) listener(name, value);
}

/** The page as it is wished, and every input as it was set. */
function show() {
  const page = document.documentElement;
  if (settings.theme) page.dataset.theme = settings.theme;
  else delete page.dataset.theme;
  page.dataset.pace = settings.pace;
  page.dataset.chat = settings.chat;
  for (const input of document.querySelectorAll("[data-setting]")) {
    const value = settings[input.dataset.setting];
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = value === "on";
    else input.value = value;
  }
}

async function inputChanged({ target }) {
  const name = target.dataset?.setting;
  if (!name) return;
  const switched = target.checked ? "on" : "off";
  let value = target.type === "checkbox" ? switched : target.value;
  if (name === "notice" && value === "on") {
    const answer = await window.Notification?.requestPermission();
    if (answer !== "granted") value = "off";
  }
  set(name, value);
}

document.addEventListener("change", inputChanged);
addEventListener("storage", ({ key, newValue }) => {
  if (key !== STORAGE_KEY) return;
  settings = { ...DEFAULTS, ...read(newValue) };
  show();
});
show();
