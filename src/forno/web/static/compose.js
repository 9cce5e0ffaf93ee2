/* The composer: a turn is chosen part by part, can be changed until it is sent, and only legal ones can be sent.

The form's tree holds every way that the turn can go. A way fills slots; a control fills its slot with an action. What is
chosen in earlier slots decides which controls of later ones can be used. (docs/web.md has the marks.)

What is sent can be taken back for a moment (undo.js); then it is posted.

Keys: arrows go from control to control, Enter or Space chooses, s sends, Escape takes everything back. */

import { meant } from "./keys.js";
import { park } from "./regions.js";
import { post } from "./server.js";
import { setting } from "./settings.js";
import { Departure, ask, moment, stopAsking } from "./undo.js";
import { fill, tell, words } from "./words.js";

const RETRY_MS = [1000, 3000];
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** All ways from the root to a leaf, as lists of actions. */
export function waysThrough(tree) {
  const children = Object.entries(tree);
  if (!children.length) return [[]];
  return children.flatMap(([action, below]) => waysThrough(below).map((rest) => [Number(action), ...rest]));
}

const actionsOf = (control) => (control.dataset.actions ?? control.dataset.action).split(" ").map(Number);

/* Two equal cards are two controls for one action; where several can be chosen, each stands for a copy of it. */
const TWIN_OFFSET = 1_000_000;
const plainly = (choices) => choices.map((choice) => choice % TWIN_OFFSET);
const choicesOf = (control) =>
  actionsOf(control).map((action) => action + Number(control.dataset.twin ?? 0) * TWIN_OFFSET);

/** What a control says, or counts, for one of its choices. */
function partOf(control, mark, choice) {
  const parts = (control.dataset[mark] ?? "").split("|");
  return parts[Math.min(choicesOf(control).indexOf(choice), parts.length - 1)];
}

/** Whether all choices can be met with these actions, each by one of its own. */
function within(choices, actions) {
  const left = [...actions];
  return plainly(choices).every((action) => {
    const place = left.indexOf(action);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

const same = (one, other) => one.length === other.length && one.every((action, place) => action === other[place]);

/** A button that is disabled drops the focus; so it goes to a place beside it first. */
function disable(button, yes, beside) {
  if (yes && button === document.activeElement) park(beside);
  button.disabled = yes;
}

export class Composer {
  constructor(form, { url, seat, sent = () => {} }) {
    Object.assign(this, { form, url, seat, sent, busy: false, asked: false });
    const buttons = [...document.querySelectorAll("button[data-slot]")];
    this.controls = buttons.filter(({ dataset }) => "action" in dataset || "actions" in dataset);
    this.slots = new Map();
    this.slotOf = new Map();
    for (const control of this.controls) this.learnControl(control);
    this.ways = this.readWays();
    const depth = (name) => this.slots.get(name).depth;
    this.order = [...this.slots.keys()].sort((one, other) => depth(one) - depth(other));
    this.reset();
  }

  /** Which slot a control fills, with what, and whether it is chosen to begin with. */
  learnControl(control) {
    const { slot: name, action } = control.dataset;
    if (!this.slots.has(name)) this.slots.set(name, { many: false, chosen: [], depth: Infinity });
    const slot = this.slots.get(name);
    if ("many" in control.dataset) {
      slot.many = true;
      const twins = this.controls.filter(({ dataset }) => dataset.slot === name && dataset.action === action);
      control.dataset.twin = twins.indexOf(control);
    }
    const actions = actionsOf(control);
    for (const each of actions) this.slotOf.set(each, name);
    if ("default" in control.dataset) [slot.first] = actions;
  }

  /** Every way that the turn can go, with what it puts into which slot. */
  readWays() {
    const tree = JSON.parse(this.form.dataset.tree || "{}");
    if (!Object.keys(tree).length) return [];
    // What no control stands for can't be meant, but for the end of a slot.
    const end = Number(this.form.dataset.end ?? -1);
    const known = (action) => this.slotOf.has(action) || action === end;
    return waysThrough(tree)
      .filter((actions) => actions.every(known))
      .map((actions) => ({ actions, by: this.bySlot(actions) }));
  }

  bySlot(actions) {
    const by = {};
    actions.forEach((action, depth) => {
      const name = this.slotOf.get(action);
      if (name === undefined) return;
      (by[name] ??= []).push(action);
      const slot = this.slots.get(name);
      slot.depth = Math.min(slot.depth, depth);
    });
    return by;
  }

  reset() {
    if (this.busy) return;
    for (const slot of this.slots.values()) slot.chosen = slot.first === undefined ? [] : [slot.first];
    this.show();
  }

  /** Keep the ways that go on from what is chosen, slot by slot; note what each control may still do. */
  work() {
    let ways = this.ways;
    this.counts = new Map();
    this.usable = new Map();
    for (const name of this.order) {
      const slot = this.slots.get(name);
      const taken = (way) => way.by[name] ?? [];
      const possible = (choices) => ways.some((way) => within(choices, taken(way)));
      let chosen = slot.chosen.filter((choice) => possible([choice]));
      if (slot.many && !possible(chosen)) chosen = [];
      this.counts.set(name, chosen);
      for (const control of this.controls) {
        if (control.dataset.slot !== name) continue;
        const own = choicesOf(control);
        const others = slot.many ? chosen.filter((choice) => !own.includes(choice)) : [];
        const usable = own.filter((choice) => possible([...others, choice]));
        this.usable.set(control, usable);
      }
      if (chosen.length) {
        const leavesOut = (way) => !slot.many && !taken(way).length;
        ways = ways.filter((way) => within(chosen, taken(way)) || leavesOut(way));
      }
    }
    const whole = ways.filter((way) => this.order.every((name) => this.isWhole(way, name)));
    // A way that asks for more of what was chosen is meant rather than one that leaves it out.
    const most = Math.max(...whole.map((way) => way.actions.length));
    const meant = whole.filter((way) => way.actions.length === most);
    this.turn = meant.length === 1 ? meant[0].actions : null;
  }

  /** Whether a way puts into a slot exactly what is chosen for it, or nothing where it needs nothing. */
  isWhole(way, name) {
    const taken = way.by[name] ?? [];
    const chosen = plainly(this.counts.get(name)).sort((one, other) => one - other);
    return same(taken, chosen) || (!taken.length && !this.slots.get(name).many);
  }

  show() {
    this.work();
    const phrases = new Map();
    let amount = 0;
    for (const control of this.controls) {
      const chosen = this.showControl(control);
      if (chosen === undefined) continue;
      amount += Number(partOf(control, "amount", chosen)) || 0;
      const { slot } = control.dataset;
      const said = phrases.get(slot) ?? phrases.set(slot, []).get(slot);
      const phrase = partOf(control, "phrase", chosen);
      if (this.slots.get(slot).many || !said.includes(phrase)) said.push(phrase);
    }
    this.showSentence(phrases);
    for (const rest of document.querySelectorAll("[data-rest]")) {
      rest.textContent = Number(rest.dataset.rest) - amount;
    }
    this.showThings();
    const button = this.form.querySelector("[type=submit]");
    if (button) disable(button, !this.turn || this.busy, this.form);
    this.form.toggleAttribute("aria-busy", this.busy);
  }

  /** Whether a control is chosen and can be; gives what it is chosen for. */
  showControl(control) {
    const choices = choicesOf(control);
    const chosen = choices.find((choice) => this.counts.get(control.dataset.slot)?.includes(choice));
    control.setAttribute("aria-pressed", String(chosen !== undefined));
    disable(control, !this.usable.get(control)?.length || this.busy, this.form);
    if ("actions" in control.dataset) control.dataset.chosen = choices.indexOf(chosen) + 1;
    return chosen;
  }

  /** What lies on the table and a control is about can be pressed there, too. */
  showThings() {
    forgetThings();
    for (const { dataset, disabled, classList } of this.controls) {
      classList.remove("meant");
      if (!dataset.at || disabled) continue;
      for (const thing of document.querySelectorAll(dataset.at)) thing.classList.add("pressable");
    }
  }

  /** The control that is meant by pressing something on the table; where there are several ways, they are shown. */
  meantAt(target) {
    const meant = this.controls.filter(
      ({ dataset, disabled }) => dataset.at && !disabled && target.closest(dataset.at),
    );
    if (meant.length > 1) {
      meant[0].focus();
      for (const control of meant) control.classList.add("meant");
    }
    return meant.length === 1 ? meant[0] : null;
  }

  showSentence(phrases) {
    const list = new Intl.ListFormat(document.documentElement.lang || "en");
    for (const blank of this.form.querySelectorAll("[data-slot][data-empty]")) {
      const said = phrases.get(blank.dataset.slot) ?? [];
      const { empty, full = "{chosen}" } = blank.dataset;
      blank.textContent = said.length ? fill(full, { chosen: list.format(said) }) : empty;
      blank.classList.toggle("full", said.length > 0);
    }
  }

  /** Choose what a control stands for next: the next of its actions that is possible, or none. */
  choose(control, pressed = control) {
    if (this.busy || control.disabled) return;
    const slot = this.slots.get(control.dataset.slot);
    const own = choicesOf(control);
    const now = this.counts.get(control.dataset.slot);
    const at = own.findIndex((choice) => now.includes(choice));
    const next = own.find((choice, place) => place > at && this.usable.get(control).includes(choice));
    const rest = slot.many ? now.filter((choice) => !own.includes(choice)) : [];
    const none = slot.many || slot.first === undefined ? rest : [slot.first];
    const replaced = { slot: control.dataset.slot, chosen: slot.chosen };
    slot.chosen = next === undefined ? none : [...rest, next];
    this.show();
    if ("send" in control.dataset && this.turn) this.decide(control, replaced, pressed);
  }

  /** One press decides; where that would throw something away, the control asks, once. */
  async decide(control, replaced, pressed) {
    const { ask: question } = control.dataset;
    if (!question || this.asked) {
      this.send(replaced, pressed);
      return;
    }
    this.asked = true;
    const meant = await ask(question, control.textContent);
    const composer = this.latest();
    if (!composer.form.isConnected) return;
    if (meant) composer.post();
    else composer.putBack(replaced);
  }

  /** Who composes this turn now: the page may have changed meanwhile. */
  latest() {
    return this.next?.latest() ?? this;
  }

  /** The turn goes, unless it is taken back: at once where somebody has no second thoughts. */
  send(replaced = null, pressed = this.form.querySelector("[type=submit]")) {
    if (this.departure) this.departure.leave();
    if (this.busy || !this.turn) return;
    const length = moment();
    if (!length) {
      this.post();
      return;
    }
    const focused = document.activeElement;
    this.pressed = this.controls.includes(focused) || this.form.contains(focused) ? focused : null;
    this.busy = true;
    this.replaced = replaced;
    this.wrong("");
    this.departure = new Departure(this, length, pressed ?? this.form);
    this.show();
    if (this.pressed) this.departure.button.focus({ preventScroll: true });
  }

  /** Nobody was told: the turn is as it was before the last press. */
  takeBack() {
    this.busy = false;
    this.departure = null;
    this.putBack(this.replaced);
    tell(words.taken_back);
    if (this.pressed) park(this.pressed.isConnected ? this.pressed : this.form);
  }

  putBack(replaced) {
    if (replaced) this.slots.get(replaced.slot).chosen = replaced.chosen;
    this.show();
  }

  async post() {
    this.departure = null;
    this.busy = true;
    this.wrong("");
    const move = { number: Number(this.form.dataset.number), seat: this.seat, actions: this.turn };
    this.show();
    let answer = await post(this.url, move);
    // The same move with the same number is one move: it is safe to knock again.
    for (const pause of RETRY_MS) {
      if (answer.error !== "unreachable") break;
      await new Promise((done) => setTimeout(done, pause));
      answer = await post(this.url, move);
    }
    if (answer.error) {
      this.busy = false;
      this.show();
      this.wrong(answer.message || words.unreachable);
    } else {
      this.form.classList.add("sent");
      this.sent(answer);
    }
  }

  wrong(text) {
    let note = this.form.querySelector(".wrong");
    if (!note) {
      note = document.createElement("p");
      note.className = "wrong";
      note.setAttribute("role", "alert");
      this.form.append(note);
    }
    note.textContent = text;
  }
}

/** The one composer of the page, made anew whenever a turn appears; `renewed` is told. */
export function composing(options, renewed = () => {}) {
  let composer = null;
  document.addEventListener("click", ({ target }) => {
    const control =
      target.closest?.("button[data-slot]") ?? (target.closest?.(".pressable") && composer?.meantAt(target));
    if (control && composer?.controls.includes(control)) composer.choose(control, target.closest("button, .pressable"));
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "turn-form") return;
    event.preventDefault();
    composer?.send();
  });
  document.addEventListener("keydown", (event) => {
    if (!composer || !meant(event)) return;
    const { key, target } = event;
    if (key in STEPS && composer.controls.includes(target)) goAlong(composer.controls, target, STEPS[key]);
    else if (key === "Escape") composer.departure ? composer.departure.takeBack() : composer.reset();
    else if (key === "s" && setting("keys") === "on") composer.send();
    else return;
    event.preventDefault();
  });
  return {
    /** The page has changed: find the form and its controls anew; what was chosen for the same turn stays chosen. */
    renew() {
      const form = document.getElementById("turn-form");
      const before = composer;
      const same = form && before && before.form.dataset.number === form.dataset.number;
      composer = form ? new Composer(form, options()) : null;
      if (!form) disableAll();
      if (same) goOn(composer, before);
      else if (before) {
        before.departure?.end();
        stopAsking();
      }
      renewed(composer);
    },
    get composer() {
      return composer;
    },
  };
}

/** From one control to the next, and round to the first. */
function goAlong(controls, from, step) {
  const row = controls.filter((control) => !control.disabled && control.offsetParent);
  row[(row.indexOf(from) + step + row.length) % row.length]?.focus();
}

function forgetThings() {
  for (const thing of document.querySelectorAll(".pressable")) thing.classList.remove("pressable");
}

/** Cards that can't be chosen now aren't buttons that do nothing. */
function disableAll() {
  forgetThings();
  for (const button of document.querySelectorAll("button[data-slot]")) {
    disable(button, true, button.closest("[id]"));
    button.ariaPressed = null;
  }
}

function goOn(composer, before) {
  for (const [name, slot] of composer.slots) slot.chosen = before.slots.get(name)?.chosen ?? slot.chosen;
  before.next = composer;
  const { asked, departure, pressed, replaced } = before;
  Object.assign(composer, { asked, departure, pressed, replaced });
  composer.busy = !!departure || (before.busy && before.form === composer.form);
  composer.show();
}
