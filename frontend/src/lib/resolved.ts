/*
 * Records that the reader has just dealt with, so that the notices about them need no more
 * attention. Features know nothing of each other's calls: they meet here.
 */

type Listener = (recordId: string) => void;

const listeners = new Set<Listener>();

/** Says that the reader has decided about a record. */
export function announceResolved(recordId: string): void {
  for (const listener of listeners) listener(recordId);
}

/** Hears of each such record, until the function that it gives is called. */
export function onResolved(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
