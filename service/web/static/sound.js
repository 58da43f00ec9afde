/** Two soft tones, made here, so that no file is loaded. */

/** @type {AudioContext | null} */
let speaker = null;

/** Say that it is somebody's move. Browsers stay silent until the page was touched. */
export function chime() {
  speaker ??= new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.16, 880]]) {
    const tone = speaker.createOscillator();
    const volume = speaker.createGain();
    const start = speaker.currentTime + at;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  }
}
