import { createContext, useContext } from 'react';
import { type Session, useSession } from '@/lib/session';
import { access } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import { decide } from './decide';

/** Whether the guard of a page lets the session in: it neither refuses nor leads elsewhere. */
export function admits(name: RouteName, session: Session): boolean {
  const url = new URL(paths[name], window.location.origin);
  return 'pass' in decide(access[name], session, url);
}

/** Which pages open for a session; the app, which knows its screens, leaves out those not built. */
export const Opens = createContext<(name: RouteName, session: Session) => boolean>(admits);

/** Asks of a page whether a link to it is of use to the reader. */
export function useOpens(): (name: RouteName) => boolean {
  const opens = useContext(Opens);
  const session = useSession();
  return (name) => opens(name, session);
}
