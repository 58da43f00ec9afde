/** Five sounds, made here, so that no file is loaded. */

/** @typedef {"dice" | "bad" | "turn" | "end" | "time"} Sound */

/** The tones of each sound: when each begins, its pitch, how long and how loud it is. @type {Record<Sound, [number, number, number, number][]>} */
const TONES = {
  dice: [[0, 1900, 0.03, 0.1], [0.07, 1500, 0.03, 0.1], [0.13, 1750, 0.03, 0.08], [0.22, 1300, 0.04, 0.06], [0.34, 1450, 0.04, 0.04]],
  bad: [[0, 165, 0.9, 0.22], [0.02, 98, 1.1, 0.18]],
  turn: [[0, 660, 0.3, 0.12], [0.16, 880, 0.3, 0.12]],
  time: [[0, 520, 0.15, 0.14], [0.2, 520, 0.15, 0.14], [0.4, 520, 0.3, 0.14]],
  end: [[0, 523, 0.35, 0.12], [0.18, 659, 0.35, 0.12], [0.36, 784, 0.7, 0.14]],
};

/** @type {AudioContext | null} */
let speaker = null;

/** Browsers stay silent until the page was touched. @param {Sound} sound */
export function play(sound) {
  speaker ??= new AudioContext();
  for (const [at, pitch, lasts, loud] of TONES[sound]) {
    const tone = speaker.createOscillator();
    const volume = speaker.createGain();
    const start = speaker.currentTime + at;
    tone.type = sound === "dice" ? "square" : "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}
