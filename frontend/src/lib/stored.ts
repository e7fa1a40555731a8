import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Writes a text to localStorage, or removes it, and notifies subscribers. */
export function writeStored(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab changed the storage.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * Returns the value that `read` derives from localStorage, including changes by other tabs. `read`
 * must return the same object until the storage changes. Posters render without a browser and get
 * `none`.
 */
export const useStorageValue = <Value>(read: () => Value, none: Value): Value =>
  useSyncExternalStore(subscribe, read, () => none);
