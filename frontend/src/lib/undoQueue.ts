import { useSyncExternalStore } from 'react';
import { onBeforeSessionEnd } from './session';

/** Time in milliseconds before a scheduled call is sent. */
export const UNDO_MS = 8000;

type State = 'scheduled' | 'sending';

interface Scheduled {
  state: State;
  send: () => Promise<boolean>;
  timer: ReturnType<typeof setTimeout>;
}

const entries = new Map<string, Scheduled>();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

async function send(key: string): Promise<boolean> {
  const entry = entries.get(key);
  if (!entry || entry.state === 'sending') return true;
  clearTimeout(entry.timer);
  entry.state = 'sending';
  notifyListeners();
  try {
    return await entry.send();
  } finally {
    entries.delete(key);
    notifyListeners();
  }
}

/**
 * Schedules a call that can be undone until it is sent. It survives navigation within the app.
 * `call` shows its own failure, returns whether it succeeded, and must use `keepalive`.
 */
export function scheduleUndoable(key: string, call: () => Promise<boolean>): void {
  if (entries.has(key)) return;
  const timer = setTimeout(() => void send(key), UNDO_MS);
  entries.set(key, { state: 'scheduled', send: call, timer });
  notifyListeners();
}

/** Cancels a scheduled call that has not been sent. */
export function undoScheduled(key: string): void {
  const entry = entries.get(key);
  if (entry?.state !== 'scheduled') return;
  clearTimeout(entry.timer);
  entries.delete(key);
  notifyListeners();
}

/** Sends all scheduled calls now; returns whether all succeeded. */
export async function flushUndoable(): Promise<boolean> {
  return (await Promise.all([...entries.keys()].map(send))).every(Boolean);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the state of a scheduled call, or undefined if there is none. */
export function useUndoableState(key: string): State | undefined {
  return useSyncExternalStore(subscribe, () => entries.get(key)?.state);
}

/** Returns a predicate that tells whether a key has a scheduled or running call. */
export function useIsScheduled(): (key: string) => boolean {
  // The snapshot is a string because React compares it by identity.
  const keys = useSyncExternalStore(subscribe, () => [...entries.keys()].join(' '));
  return (key) => keys.split(' ').includes(key);
}

onBeforeSessionEnd(flushUndoable);
// A closed tab, or an app that a phone terminates in the background, gets no later event.
window.addEventListener('pagehide', () => void flushUndoable());
// The build renders posters without a document (app/poster.tsx).
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void flushUndoable();
});
