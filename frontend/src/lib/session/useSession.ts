import { useSyncExternalStore } from 'react';
import { getSession, type Session, subscribeSession } from './store';

/** The current session; the component renders again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession, getSession);
}
