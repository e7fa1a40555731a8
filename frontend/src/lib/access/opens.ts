import { type Session, useSession } from '@/lib/session';
import { access } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import { decide } from './decide';

/** Whether a link leads a session to a page: its guard neither refuses nor leads elsewhere. */
export function opens(name: RouteName, session: Session): boolean {
  const url = new URL(paths[name], window.location.origin);
  return 'pass' in decide(access[name], session, url);
}

/** Asks of a page whether a link to it is of use to the reader. */
export function useOpens(): (name: RouteName) => boolean {
  const session = useSession();
  return (name) => opens(name, session);
}
