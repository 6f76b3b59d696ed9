// Sounds of our own, made as they are played. A browser lets a page sound after the
// first press of its visitor only: what comes earlier is not heard.

// Each sound is a list of notes: when (s), how long (s), the pitch (Hz) and where it
// slides to, the wave, and how loud (1 is the volume that was set).
const SOUNDS = {
  move: [[0, 0.07, 190, 120, 'triangle', 0.9], [0, 0.03, 900, 500, 'square', 0.12]],
  battle: [[0, 0.12, 240, 90, 'sawtooth', 0.5], [0.02, 0.18, 1250, 1180, 'triangle', 0.35], [0.1, 0.2, 110, 60, 'sine', 1]],
  turn: [[0, 0.12, 660, 660, 'sine', 0.5], [0.13, 0.2, 880, 880, 'sine', 0.5]],
  low: [[0, 0.08, 990, 990, 'square', 0.2], [0.16, 0.08, 990, 990, 'square', 0.2]],
  won: [[0, 0.16, 523, 523, 'triangle', 0.6], [0.16, 0.16, 659, 659, 'triangle', 0.6], [0.32, 0.5, 784, 784, 'triangle', 0.7]],
  lost: [[0, 0.25, 392, 392, 'triangle', 0.6], [0.25, 0.25, 330, 330, 'triangle', 0.6], [0.5, 0.6, 262, 247, 'triangle', 0.7]],
  draw: [[0, 0.2, 440, 440, 'triangle', 0.6], [0.22, 0.4, 440, 440, 'triangle', 0.5]],
};

let context = null;

function wake() {
  context ??= globalThis.AudioContext ? new AudioContext() : null;
  if (context?.state === 'suspended') context.resume();
}

for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, wake, { capture: true, passive: true });

function playNote(volume, [at, length, from, to, wave, loudness]) {
  const start = context.currentTime + at;
  const tone = new OscillatorNode(context, { type: wave, frequency: from });
  const gain = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume * loudness, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/**
 * Plays a sound of the table above as the settings say.
 * @param {{sound: boolean, volume: number}} settings `volume` from 0 to 100
 * @returns {boolean} whether it is heard
 */
export function playSound({ sound, volume }, name) {
  if (!sound || volume <= 0 || context?.state !== 'running') return false;
  // The ear hears squares of amplitudes.
  SOUNDS[name].forEach((note) => playNote((volume / 100) ** 2 * 0.5, note));
  return true;
}
