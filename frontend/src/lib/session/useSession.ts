import { useSyncExternalStore } from 'react';
import { getSession, type Session, subscribeSession } from './store';

/** Returns the current session and rerenders when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession, getSession);
}
