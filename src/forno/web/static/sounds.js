/* Short sounds, made rather than stored. Off until wanted. */

import { setting } from "./settings.js";

/* For each, notes of [frequency, start, length, loudness]; below 0 a puff of noise, dark up to that frequency. */
export const TUNES = {
  card: [
    [-2600, 0, 0.06, 0.5],
    [180, 0, 0.07, 0.2],
  ],
  coin: [
    [1320, 0, 0.09, 0.16],
    [1980, 0.05, 0.22, 0.14],
  ],
  oven: [
    [-420, 0, 0.6, 0.6],
    [70, 0, 0.6, 0.3],
  ],
  baked: [
    [523, 0, 0.12, 0.24],
    [659, 0.1, 0.12, 0.24],
    [784, 0.2, 0.4, 0.26],
    [1046, 0.2, 0.5, 0.2],
  ],
  failed: [
    [300, 0, 0.14, 0.11],
    [210, 0.13, 0.2, 0.11],
  ],
  clatter: [
    [-3200, 0, 0.05, 0.4],
    [-2600, 0.09, 0.06, 0.34],
    [-3600, 0.17, 0.05, 0.36],
    [520, 0.02, 0.05, 0.1],
  ],
  turn: [
    [784, 0, 0.14, 0.2],
    [1046, 0.13, 0.3, 0.2],
  ],
  word: [[520, 0, 0.07, 0.2]],
  over: [
    [523, 0, 0.16, 0.2],
    [659, 0.15, 0.16, 0.2],
    [784, 0.3, 0.16, 0.2],
    [1046, 0.45, 0.5, 0.22],
  ],
};

/* A beat sounds like the first of these that it fits, else like a card. The end sounds when the page leaves it. */
const QUIET = /^(turn-ended|settled|ended|game-ended)$/;
const LIKE = [
  [/^baked|completed|won$|milestone/, "baked"],
  [/^returned|failed/, "failed"],
  [/^end$/, "turn"],
  [/oven|^day/, "oven"],
  [/loaded|received|renewed/, "clatter"],
  [/coin|shop|scored|traded|prize|rewarded/, "coin"],
  [/asked|help|passed|declared|closed/, "word"],
];

let context = null;
let out = null;

export function tuneOf(name) {
  if (name in TUNES) return TUNES[name];
  if (QUIET.test(name)) return null;
  const [, like] = LIKE.find(([pattern]) => pattern.test(name)) ?? [null, "card"];
  return TUNES[like];
}

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
  for (const [frequency, start, length, loudness] of tune) {
    note(context, out, frequency, now + start, length, loudness);
  }
}

function note(context, out, frequency, start, length, loudness) {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(out);
  const source = frequency > 0 ? tone(context, frequency, volume) : puff(context, length, -frequency, volume);
  source.start(start);
  source.stop(start + length);
}

function tone(context, frequency, volume) {
  const source = new OscillatorNode(context, { type: "triangle", frequency });
  source.connect(volume);
  return source;
}

function puff(context, length, frequency, volume) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const noise = Float32Array.from({ length: buffer.length }, () => Math.random() * 2 - 1);
  buffer.copyToChannel(noise, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: "lowpass", frequency })).connect(volume);
  return source;
}
