import { type ReactNode, useDeferredValue } from 'react';

/** Renders content below the first screen in a separate, interruptible step. Posters omit it. */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
