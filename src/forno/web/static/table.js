/* A table: the stream brings what happens, the show tells it, the composer sends moves. */

import "./page.js";
import { heard, heardBefore } from "./chat.js";
import { countDown } from "./clock.js";
import { composing } from "./compose.js";
import { ROUND, goRound, pass } from "./hotseat.js";
import { listenToKeys } from "./keys.js";
import { onlyAnswers } from "./only.js";
import "./presence.js";
import { speakTo, swapAll } from "./regions.js";
import { at, post, reload } from "./server.js";
import { onSetting, set, setting } from "./settings.js";
import { Show } from "./show.js";
import { play } from "./sounds.js";
import { Stream } from "./stream.js";
import { wishesRenewed } from "./wishes.js";
import { tell, words } from "./words.js";

const FAREWELL_MS = 2500;
const byId = (id) => document.getElementById(id);
const page = document.body;
const { table, phase } = page.dataset;
const seat = page.dataset.seat ? Number(page.dataset.seat) : null;

const only = onlyAnswers();
const composer = composing(
  () => ({ url: at(`/t/${table}/moves`), seat }),
  (found) => {
    only.renewed(found);
    wishesRenewed(found);
  },
);
const show = new Show({
  seat,
  players: Number(page.dataset.players) || 0,
  people: (page.dataset.people ?? "").split(" ").filter(Boolean).map(Number),
  after: messageShown,
});

/* Whose decision is awaited. */

speakTo(page);

const title = document.title;
let myTurn = false;

function messageShown({ awaits, clock, steps = [] }) {
  awaitDecision(awaits, clock);
  lastToAct = steps.findLast((step) => Number.isInteger(step.seat))?.seat ?? lastToAct;
}

function awaitDecision(who, clock) {
  if (who !== undefined) page.dataset.awaits = who ?? "";
  countDown(clock);
}

function setMyTurn(now) {
  if (now) show.asked();
  // On a shared device the others would hear that help is asked of this seat.
  if (now && !myTurn && nextOnDevice !== ROUND) {
    play("turn");
    tell(words.your_turn);
    if (document.hidden) giveNotice();
  }
  myTurn = now;
  page.classList.toggle("my-turn", now);
  showInTitle();
}

function giveNotice() {
  if (setting("notice") !== "on" || window.Notification?.permission !== "granted") return;
  const notice = new Notification(words.your_turn, { body: title, tag: table });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

function showInTitle() {
  const calling = myTurn && document.hidden && setting("title") === "on";
  document.title = calling ? `● ${words.your_turn} · ${title}` : title;
}

document.addEventListener("visibilitychange", showInTitle);

/* A shared device: who gets it next, and who did something last. */

let nextOnDevice = page.dataset.call ?? null;
let lastToAct = null;

function passDevice(next, position) {
  nextOnDevice = next;
  if (next === ROUND) goRound(position, lastToAct);
  else pass(next);
}

/* What arrives. */

const hear = {
  public: (message) => show.add(message),
  late: (message) => show.add(message),
  own: (message, position) => {
    // The coach hears ahead what belongs to steps still to be shown.
    byId("coach")?.dispatchEvent(new CustomEvent("ahead", { detail: message.regions?.coach ?? "" }));
    only.arrived(message.number);
    return show.add(async () => {
      await show.own(message);
      composer.renew();
      passDevice(message.call, position);
      setMyTurn(message.awaited);
    });
  },
  guests: ({ regions = {}, awaits, clock }) =>
    show.add(() => {
      swapAll(regions);
      composer.renew();
      awaitDecision(awaits, clock);
    }),
  snapshot: (message, position) =>
    show.add(() => {
      if (message.phase && message.phase !== phase) return reload();
      show.snapshot(message);
      if (message.said) heardBefore(message.said);
      composer.renew();
      awaitDecision(message.awaits, message.clock);
      passDevice(message.call, position);
      setMyTurn(!!message.awaited);
    }),
  said: heard,
  notes: (message) => byId("notes-form")?.dispatchEvent(new CustomEvent("noted", { detail: message.text })),
  started: reload,
  over: () =>
    show.add(() => {
      play("over");
      return new Promise(() => setTimeout(reload, FAREWELL_MS));
    }),
};

/* The result comes into view, wherever the page was scrolled to before, and is read out. */

const ending = byId("ending");
if (ending) {
  history.scrollRestoration = "manual";
  ending.focus({ preventScroll: true });
  ending.scrollIntoView({ block: "start" });
  if (byId("honours")) post(at(`/t/${table}/honours`), {}).then(({ html }) => html && swapAll({ honours: html }));
}

/* The page as it was loaded. */

composer.renew();
setMyTurn(!!byId("turn-form") && phase === "playing");
if (page.dataset.clock) countDown(Number(page.dataset.clock));
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (page.dataset.zone !== undefined && zone && zone !== page.dataset.zone) post(at(`/t/${table}/zone`), { seat, zone });
if (nextOnDevice !== null) {
  passDevice(nextOnDevice === ROUND ? ROUND : Number(nextOnDevice), page.dataset.position);
}
const log = byId("log");
if (log) log.scrollTop = log.scrollHeight;
heardBefore(JSON.parse(byId("words-said")?.textContent ?? "[]"));
listenToKeys(() => show.skip());

new Stream({
  url: (position) => at(`/t/${table}/stream?after=${position}${seat === null ? "" : `&seat=${seat}`}`),
  position: page.dataset.position ?? page.dataset.number,
  on: (name, data, position) => hear[name](data, position),
  line: (open) => {
    const lost = byId("lost");
    if (lost) lost.hidden = open;
  },
});

/* The switch for sounds in the bar. */

const soundSwitch = byId("sound-switch");
const showSound = () => soundSwitch?.setAttribute("aria-pressed", String(setting("sound") === "on"));

soundSwitch?.addEventListener("click", () => {
  set("sound", setting("sound") === "on" ? "off" : "on");
  play("coin");
});
onSetting((name) => {
  if (name === "sound") showSound();
  showInTitle();
});
showSound();

/* Hints, whose script is loaded when one is asked for. */

const tellHint = async ({ target }) => {
  if (target.open && target.className === "hints") (await import("./hints.js")).tellHint();
};
document.addEventListener("toggle", tellHint, true);
