/* Short sounds, made rather than stored. Off until wanted. */

import { setting } from "./page.js";

/* For each, notes of [frequency, start, length, loudness]; a frequency of 0 is a puff of noise. */
const TUNES = {
  card: [[0, 0, 0.05, 0.25], [180, 0, 0.06, 0.2]],
  coin: [[1320, 0, 0.09, 0.16], [1980, 0.05, 0.22, 0.14]],
  oven: [[0, 0, 0.5, 0.22], [70, 0, 0.5, 0.35]],
  baked: [[660, 0, 0.12, 0.2], [880, 0.1, 0.12, 0.2], [1100, 0.2, 0.3, 0.2]],
  failed: [[300, 0, 0.18, 0.18], [210, 0.16, 0.34, 0.18]],
  clatter: [[0, 0, 0.04, 0.25], [0, 0.08, 0.05, 0.2], [0, 0.15, 0.04, 0.22], [520, 0.02, 0.04, 0.1]],
  turn: [[784, 0, 0.14, 0.2], [1046, 0.13, 0.3, 0.2]],
  word: [[520, 0, 0.06, 0.12]],
  over: [[523, 0, 0.16, 0.2], [659, 0.15, 0.16, 0.2], [784, 0.3, 0.16, 0.2], [1046, 0.45, 0.5, 0.22]],
};

/* A beat's kind sounds like the first of these that it fits. */
const LIKE = [
  [/^baked|completed|won$|milestone/, "baked"], [/returned|failed|sent-back/, "failed"], [/^game-ended|^end$/, "over"],
  [/oven|^day/, "oven"], [/loaded|received|renewed/, "clatter"], [/coin|shop|scored|traded|prize/, "coin"],
  [/placed|drew|dealt|revealed|collected|reserved|kept|discarded|row|mission|objective|topped/, "card"],
  [/asked|help|refused|passed|named|declared|awaits/, "word"],
];

let context = null;

/** Play a tune by its name or by the kind of a beat; nothing if sounds aren't wanted. */
export function play(name) {
  if (setting("sound") !== "on" || !("AudioContext" in window)) return;
  const tune = TUNES[name] ?? TUNES[LIKE.find(([pattern]) => pattern.test(name))?.[1]];
  if (!tune) return;
  context ??= new AudioContext();
  context.resume();
  for (const [frequency, start, length, loudness] of tune) note(frequency, context.currentTime + start, length, loudness);
}

function note(frequency, start, length, loudness) {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(context.destination);
  const source = frequency ? context.createOscillator() : context.createBufferSource();
  if (frequency) {
    source.type = "triangle";
    source.frequency.value = frequency;
  } else {
    const noise = (source.buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate)).getChannelData(0);
    for (let place = 0; place < noise.length; place++) noise[place] = Math.random() * 2 - 1;
  }
  source.connect(volume);
  source.start(start);
  source.stop(start + length);
}
