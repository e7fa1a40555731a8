/*
 * An event for records that the user has just handled, so that their notifications become read.
 * Features do not import each other, so they communicate through it.
 */

type Listener = (recordId: string) => void;

const listeners = new Set<Listener>();

/** Emits that the user has decided about a record. */
export function emitResolved(recordId: string): void {
  for (const listener of listeners) listener(recordId);
}

/** Subscribes to handled records; returns the function that unsubscribes. */
export function onResolved(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
