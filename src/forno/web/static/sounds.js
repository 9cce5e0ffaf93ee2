/* Short sounds, made rather than stored. Off until wanted. */

import { setting } from "./page.js";

/* For each, notes of [frequency, start, length, loudness]; below 0 a puff of noise, dark up to that frequency. */
export const TUNES = {
  card: [[-2600, 0, .06, .5], [180, 0, .07, .2]],
  coin: [[1320, 0, .09, .16], [1980, .05, .22, .14]],
  oven: [[-420, 0, .6, .6], [70, 0, .6, .3]],
  baked: [[660, 0, .12, .2], [880, .1, .12, .2], [1100, .2, .3, .2]],
  failed: [[300, 0, .18, .2], [210, .16, .34, .2]],
  clatter: [[-3200, 0, .05, .4], [-2600, .09, .06, .34], [-3600, .17, .05, .36], [520, .02, .05, .1]],
  turn: [[784, 0, .14, .2], [1046, .13, .3, .2]],
  word: [[520, 0, .07, .2]],
  over: [[523, 0, .16, .2], [659, .15, .16, .2], [784, .3, .16, .2], [1046, .45, .5, .22]],
};

/* A beat sounds like the first of these that it fits, else like a card. The end sounds when the page leaves it. */
const QUIET = /^(turn-ended|settled|ended|game-ended)$/;
const LIKE = [
  [/^baked|completed|won$|milestone/, "baked"], [/^returned|failed/, "failed"], [/^end$/, "turn"],
  [/oven|^day/, "oven"], [/loaded|received|renewed/, "clatter"], [/coin|shop|scored|traded|prize|rewarded/, "coin"],
  [/asked|help|passed|declared|closed/, "word"],
];

let context = null;
let out = null;

export const tuneOf = (name) => TUNES[name] ?? (QUIET.test(name) ? null : TUNES[LIKE.find(([like]) => like.test(name))?.[1] ?? "card"]);

export function play(name) {
  if (setting("sound") !== "on" || !("AudioContext" in window)) return;
  const tune = tuneOf(name);
  if (!tune) return;
  context ??= new AudioContext();
  out ??= room(context);
  context.resume();
  perform(context, out, tune, context.currentTime);
}

/** Where all sounds come together: several at once stay as loud as one. */
export function room(context) {
  const press = new DynamicsCompressorNode(context, { threshold: -14, knee: 8 });
  press.connect(context.destination);
  return press;
}

export function perform(context, out, tune, now) {
  for (const [frequency, start, length, loudness] of tune) note(context, out, frequency, now + start, length, loudness);
}

function note(context, out, frequency, start, length, loudness) {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + .012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(out);
  const source = frequency > 0 ? new OscillatorNode(context, { type: "triangle", frequency }) : puff(context, length);
  if (frequency > 0) source.connect(volume);
  else source.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: -frequency })).connect(volume);
  source.start(start);
  source.stop(start + length);
}

function puff(context, length) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  buffer.copyToChannel(Float32Array.from({ length: buffer.length }, () => Math.random() * 2 - 1), 0);
  return new AudioBufferSourceNode(context, { buffer });
}
