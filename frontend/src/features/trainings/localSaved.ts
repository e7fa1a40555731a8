import { useSyncExternalStore } from 'react';

const KEY = 'saved_batches';
const MOST = 50;
const NONE: readonly string[] = [];

const listeners = new Set<() => void>();
let text: string | null = null;
let ids = NONE;

/** The batches that somebody has saved without an account: they are kept in the browser. */
export function readLocal(): readonly string[] {
  const stored = localStorage.getItem(KEY);
  // The same array as long as nothing has changed.
  if (stored !== text) {
    text = stored;
    ids = parse(stored);
  }
  return ids;
}

function parse(stored: string | null): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : NONE;
  } catch {
    return NONE;
  }
}

/** The newest first; what is more than is kept is dropped. */
export function writeLocal(next: readonly string[]): void {
  if (next.length > 0) localStorage.setItem(KEY, JSON.stringify(next.slice(0, MOST)));
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has saved one.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useLocalSaved = () => useSyncExternalStore(subscribe, readLocal);
