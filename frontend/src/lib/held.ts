import { useSyncExternalStore } from 'react';
import { onBeforeSessionEnd } from './session';

/** How long a decision can be taken back before it is sent. */
export const HOLD_MS = 8000;

type State = 'held' | 'sending';

interface Held {
  state: State;
  send: () => Promise<boolean>;
  timer: ReturnType<typeof setTimeout>;
}

const entries = new Map<string, Held>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

async function send(key: string): Promise<boolean> {
  const entry = entries.get(key);
  if (!entry || entry.state === 'sending') return true;
  clearTimeout(entry.timer);
  entry.state = 'sending';
  changed();
  try {
    return await entry.send();
  } finally {
    entries.delete(key);
    changed();
  }
}

/**
 * Holds a call back for a while, in which it can be taken back; nothing is sent until then. It
 * outlives the page of the app that it was decided on. `call` shows its own failure, returns whether
 * it succeeded, and must be able to outlive the document (`keepalive`).
 */
export function hold(key: string, call: () => Promise<boolean>): void {
  if (entries.has(key)) return;
  const timer = setTimeout(() => void send(key), HOLD_MS);
  entries.set(key, { state: 'held', send: call, timer });
  changed();
}

/** Takes a call back that has not been sent. */
export function takeBack(key: string): void {
  const entry = entries.get(key);
  if (entry?.state !== 'held') return;
  clearTimeout(entry.timer);
  entries.delete(key);
  changed();
}

/** Sends all held writes now; returns whether all succeeded. */
export async function sendHeld(): Promise<boolean> {
  return (await Promise.all([...entries.keys()].map(send))).every(Boolean);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a call is held back or on its way; undefined when neither. */
export function useHeld(key: string): State | undefined {
  return useSyncExternalStore(subscribe, () => entries.get(key)?.state);
}

/** Says of any call whether it is held back or on its way. */
export function useIsHeld(): (key: string) => boolean {
  // A text, since it must be the same value as long as nothing has changed.
  const keys = useSyncExternalStore(subscribe, () => [...entries.keys()].join(' '));
  return (key) => keys.split(' ').includes(key);
}

onBeforeSessionEnd(sendHeld);
// A tab that is closed, and on a phone an app that is left and then ended, come back no more.
window.addEventListener('pagehide', () => void sendHeld());
// There is none where the build makes the posters (app/poster.tsx).
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void sendHeld();
});
