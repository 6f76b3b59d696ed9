// Sounds of our own, made as they are played: wood for pieces, steel for battles, powder
// for bombs. A browser lets a page sound after the first press of its visitor only: what
// comes earlier is not heard.

/**
 * @typedef {object} Note a tone, which has a wave, or noise through a filter
 * @property {number} at when, in s @property {number} length in s
 * @property {number} from pitch, in Hz @property {number} to where it slides
 * @property {OscillatorType} [wave]
 * @property {BiquadFilterType} [filter] @property {number} [q]
 * @property {number} loudness 1 is the volume that was set
 */

// A tone: when (s), how long (s), the pitch (Hz) and where it slides to, the wave, and how
// loud (1 is the volume that was set).
/** @type {(at: number, length: number, from: number, to: number, wave: OscillatorType, loudness: number) => Note} */
const tone = (at, length, from, to, wave, loudness) => ({ at, length, from, to, wave, loudness });

// Noise through a filter, from one pitch to another: breath, powder, the knock of wood.
/** @type {(at: number, length: number, filter: BiquadFilterType, from: number, to: number, loudness: number, q?: number) => Note} */
const noise = (at, length, filter, from, to, loudness, q = 1) => ({ at, length, filter, from, to, loudness, q });

// Steel rings in partials that are no harmonics, the higher the shorter.
/** @type {(at: number, pitch: number, length: number, loudness: number) => Note[]} */
const ring = (at, pitch, length, loudness) => [1, 2.76, 5.4, 8.93].map((partial, i) => (
  tone(at, length / (1 + i * 0.7), pitch * partial, pitch * partial * 0.995, 'sine', loudness / (1 + i))));

/** @type {(at: number, loudness?: number) => Note[]} */
const knock = (at, loudness = 1) => [
  noise(at, 0.035, 'bandpass', 1900, 900, 0.9 * loudness, 1.4),
  tone(at, 0.08, 210, 130, 'sine', 0.9 * loudness), tone(at, 0.04, 430, 300, 'triangle', 0.35 * loudness),
];

// A horn: a full tone and a soft one above it.
/** @type {(at: number, pitch: number, length: number, loudness?: number) => Note[]} */
const horn = (at, pitch, length, loudness = 0.5) => [
  tone(at, length, pitch, pitch, 'triangle', loudness), tone(at, length * 0.8, pitch * 2, pitch * 2, 'sine', loudness * 0.35),
  tone(at, length * 0.5, pitch * 3, pitch * 3, 'sine', loudness * 0.15),
];

/** @type {(at: number, pitch: number) => Note[]} */
const bell = (at, pitch) => [tone(at, 0.5, pitch, pitch, 'sine', 0.45), tone(at, 0.2, pitch * 3, pitch * 3, 'sine', 0.1)];

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  move: knock(0),
  clash: [...ring(0, 620, 0.4, 0.4), ...ring(0.05, 815, 0.3, 0.25), noise(0, 0.05, 'highpass', 5200, 4200, 0.45), ...knock(0.22, 0.9)],
  both: [...ring(0, 560, 0.35, 0.4), noise(0, 0.05, 'highpass', 5200, 4200, 0.45), ...knock(0.2), ...knock(0.29, 0.8)],
  bomb: [
    noise(0, 0.5, 'lowpass', 2400, 70, 1.1), tone(0, 0.5, 115, 30, 'sine', 0.9), noise(0, 0.04, 'highpass', 3000, 2000, 0.5),
    noise(0.12, 0.4, 'bandpass', 900, 180, 0.4, 0.7),
  ],
  defuse: [
    noise(0, 0.02, 'highpass', 6000, 5000, 0.7), noise(0.07, 0.02, 'highpass', 5200, 4600, 0.6),
    noise(0.1, 0.32, 'highpass', 7000, 2600, 0.28), tone(0.3, 0.14, 300, 170, 'sine', 0.6), ...ring(0.02, 1500, 0.08, 0.15),
  ],
  spy: [
    noise(0, 0.17, 'bandpass', 700, 4200, 0.8, 1.8), ...ring(0.13, 1480, 0.4, 0.3), noise(0.15, 0.03, 'highpass', 6000, 5000, 0.4),
    ...knock(0.36, 0.9),
  ],
  flag: [noise(0, 0.16, 'bandpass', 500, 1600, 0.8, 1.2), noise(0.15, 0.18, 'bandpass', 1200, 300, 0.7, 1.2), ...knock(0.34)],
  turn: [...bell(0, 659), ...bell(0.14, 880)],
  low: [...knock(0, 0.6), ...knock(0.18, 0.6)],
  won: [...horn(0, 392, 0.14), ...horn(0.11, 523, 0.14), ...horn(0.22, 659, 0.15), ...horn(0.33, 784, 0.5, 0.6), ...horn(0.33, 523, 0.5, 0.3)],
  lost: [...horn(0, 392, 0.2, 0.5), ...horn(0.16, 349, 0.2, 0.5), ...horn(0.32, 311, 0.2, 0.5), ...horn(0.48, 262, 0.36, 0.55)],
  draw: [...horn(0, 440, 0.24, 0.4), ...horn(0.24, 440, 0.5, 0.35), ...horn(0.24, 330, 0.5, 0.3)],
};

const LOUDEST = 0.5; // of a note of loudness 1, so that all that sound together stay below full scale

/** @type {?AudioContext} */
let context = null;
/** @type {?AudioNode} */
let output = null; // evens out what sounds together

/** What all sounds go through, to what is heard. @param {BaseAudioContext} to */
function evenOut(to) {
  const made = new DynamicsCompressorNode(to, { threshold: -14, ratio: 4, attack: 0.002 });
  made.connect(to.destination);
  return made;
}

function wake() {
  if (!context && globalThis.AudioContext) {
    context = new AudioContext();
    output = evenOut(context);
  }
  if (context?.state === 'suspended') context.resume();
}

for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, wake, { capture: true, passive: true });

const hisses = new WeakMap(); // a second of noise for each context, used again and again

/** @param {BaseAudioContext} on */
function noiseSource(on) {
  if (!hisses.has(on)) {
    const hiss = new AudioBuffer({ length: on.sampleRate, sampleRate: on.sampleRate });
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    hisses.set(on, hiss);
  }
  return new AudioBufferSourceNode(on, { buffer: hisses.get(on), loop: true });
}

/** @param {AudioNode} into @param {number} volume @param {number} delay @param {Note} note */
function playNote(into, volume, delay, { at, length, from, to, wave, filter, q, loudness }) {
  const on = into.context;
  const start = on.currentTime + delay + at;
  const end = start + length;
  const source = wave ? new OscillatorNode(on, { type: wave, frequency: from }) : noiseSource(on);
  const shaped = source instanceof OscillatorNode ? source : new BiquadFilterNode(on, { type: filter, frequency: from, Q: q });
  if (source !== shaped) source.connect(shaped);
  shaped.frequency.setValueAtTime(from, start);
  shaped.frequency.exponentialRampToValueAtTime(to, end);
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume * loudness, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(volume * loudness * 0.001, end);
  gain.gain.linearRampToValueAtTime(0, end + 0.01);
  shaped.connect(gain).connect(into);
  source.start(start);
  source.stop(end + 0.02);
}

/** The ear hears squares of amplitudes. @param {AudioNode} into @param {number} volume @param {number} delay @param {string} name */
function playInto(into, volume, delay, name) {
  SOUNDS[name].forEach((note) => playNote(into, (volume / 100) ** 2 * LOUDEST, delay, note));
}

/**
 * Plays a sound of the table above as the settings say.
 * @param {{sound: boolean, volume: number}} settings `volume` from 0 to 100
 * @param {string} name
 * @param {number} [delay] in how many seconds
 * @returns {boolean} whether it is heard
 */
export function playSound({ sound, volume }, name, delay = 0) {
  if (!sound || volume <= 0 || context?.state !== 'running' || !output) return false;
  playInto(output, volume, delay, name);
  return true;
}

/** The names of all sounds. */
export const SOUND_NAMES = Object.keys(SOUNDS);

/**
 * One of them as samples, as loud as it can be set, for who measures it.
 * @param {string} name @param {number} seconds @param {number} sampleRate
 */
export async function renderSound(name, seconds, sampleRate) {
  const before = 0.5; // what evens out has heard silence for a while, as in a page
  const offline = new OfflineAudioContext(1, (before + seconds) * sampleRate, sampleRate);
  playInto(evenOut(offline), 100, before, name);
  return (await offline.startRendering()).getChannelData(0).subarray(before * sampleRate);
}
