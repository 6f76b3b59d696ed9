// Sounds of our own, made as they are played: wood for pieces, steel for battles, powder
// for bombs. A browser lets a page sound after the first press of its visitor only: what
// comes earlier is not heard.

// A tone: when (s), how long (s), the pitch (Hz) and where it slides to, the wave, and how
// loud (1 is the volume that was set).
const tone = (at, length, from, to, wave, loudness) => ({ at, length, from, to, wave, loudness });

// Noise through a filter, from one pitch to another: breath, powder, the knock of wood.
const noise = (at, length, filter, from, to, loudness, q = 1) => ({ at, length, filter, from, to, loudness, q });

// Steel rings in partials that are no harmonics, the higher the shorter.
const ring = (at, pitch, length, loudness) => [1, 2.76, 5.4, 8.93].map((partial, i) => (
  tone(at, length / (1 + i * 0.7), pitch * partial, pitch * partial * 0.995, 'sine', loudness / (1 + i))));

const knock = (at, loudness = 1) => [
  noise(at, 0.035, 'bandpass', 1900, 900, 0.9 * loudness, 1.4),
  tone(at, 0.08, 210, 130, 'sine', 0.9 * loudness), tone(at, 0.04, 430, 300, 'triangle', 0.35 * loudness),
];

// A horn: a full tone and a soft one above it.
const horn = (at, pitch, length, loudness = 0.5) => [
  tone(at, length, pitch, pitch, 'triangle', loudness), tone(at, length * 0.8, pitch * 2, pitch * 2, 'sine', loudness * 0.35),
  tone(at, length * 0.5, pitch * 3, pitch * 3, 'sine', loudness * 0.15),
];

const bell = (at, pitch) => [tone(at, 0.5, pitch, pitch, 'sine', 0.45), tone(at, 0.2, pitch * 3, pitch * 3, 'sine', 0.1)];

const SOUNDS = {
  move: knock(0),
  clash: [...ring(0, 620, 0.4, 0.4), ...ring(0.05, 815, 0.3, 0.25), noise(0, 0.05, 'highpass', 5200, 4200, 0.45), ...knock(0.22, 0.9)],
  both: [...ring(0, 560, 0.35, 0.4), noise(0, 0.05, 'highpass', 5200, 4200, 0.45), ...knock(0.2), ...knock(0.29, 0.8)],
  bomb: [
    noise(0, 0.5, 'lowpass', 2400, 70, 1.6), tone(0, 0.5, 115, 30, 'sine', 1.3), noise(0, 0.04, 'highpass', 3000, 2000, 0.8),
    noise(0.12, 0.4, 'bandpass', 900, 180, 0.5, 0.7),
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
  won: [...horn(0, 392, 0.16), ...horn(0.14, 523, 0.16), ...horn(0.28, 659, 0.18), ...horn(0.44, 784, 0.7, 0.6), ...horn(0.44, 523, 0.7, 0.3)],
  lost: [...horn(0, 392, 0.26, 0.4), ...horn(0.26, 349, 0.26, 0.4), ...horn(0.52, 311, 0.3, 0.4), ...horn(0.8, 262, 0.8, 0.45)],
  draw: [...horn(0, 440, 0.24, 0.4), ...horn(0.24, 440, 0.5, 0.35), ...horn(0.24, 330, 0.5, 0.3)],
};

let context = null;
let output = null; // evens out what sounds together
let hiss = null; // a second of noise, used again and again

function wake() {
  if (!context && globalThis.AudioContext) {
    context = new AudioContext();
    output = new DynamicsCompressorNode(context, { threshold: -14, ratio: 4 });
    output.connect(context.destination);
  }
  if (context?.state === 'suspended') context.resume();
}

for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, wake, { capture: true, passive: true });

function noiseSource() {
  if (!hiss) {
    hiss = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  return new AudioBufferSourceNode(context, { buffer: hiss, loop: true });
}

function playNote(volume, delay, { at, length, from, to, wave, filter, q, loudness }) {
  const start = context.currentTime + delay + at;
  const end = start + length;
  /** @type {any} an oscillator, or a filter over noise */
  const source = wave ? new OscillatorNode(context, { type: wave, frequency: from }) : noiseSource();
  /** @type {any} */
  const shaped = wave ? source : new BiquadFilterNode(context, { type: filter, frequency: from, Q: q });
  if (shaped !== source) source.connect(shaped);
  shaped.frequency.setValueAtTime(from, start);
  shaped.frequency.exponentialRampToValueAtTime(to, end);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume * loudness, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0005, end);
  shaped.connect(gain).connect(output);
  source.start(start);
  source.stop(end + 0.02);
}

/**
 * Plays a sound of the table above as the settings say.
 * @param {{sound: boolean, volume: number}} settings `volume` from 0 to 100
 * @param {string} name
 * @param {number} [delay] in how many seconds
 * @returns {boolean} whether it is heard
 */
export function playSound({ sound, volume }, name, delay = 0) {
  if (!sound || volume <= 0 || context?.state !== 'running') return false;
  // The ear hears squares of amplitudes.
  SOUNDS[name].forEach((note) => playNote((volume / 100) ** 2 * 0.5, delay, note));
  return true;
}
