const HIGH_HZ = 1046;
const LOW_HZ = 262;
const SECONDS = 0.12;
const VOLUME = 0.2;

let context: AudioContext | undefined;

/** Plays a short tone: high for success, low for failure. Silent without audio support. */
export function playBeep(well: boolean): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  tone.frequency.value = well ? HIGH_HZ : LOW_HZ;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + SECONDS);
}
