import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Keeps a text in the browser's storage, or nothing, and says so to whoever shows it. */
export function writeStored(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has stored something.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * What `read` makes of what is stored, of other tabs too: the same value as long as that stays. A poster, which is
 * drawn without a browser, has `none`.
 */
export const useStorageValue = <Value>(read: () => Value, none: Value): Value =>
  useSyncExternalStore(subscribe, read, () => none);
