import { type ReactNode, useDeferredValue } from 'react';

/**
 * What stands below the first screen: drawn after it, as work of its own, between which and the other the browser
 * answers the reader. A poster goes without it.
 */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
