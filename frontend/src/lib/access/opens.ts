import { type Session, useSession } from '@/lib/session';
import { access } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import { decide } from './decide';

/** Returns whether the guard of a page admits the session without a redirect. */
export function opens(name: RouteName, session: Session): boolean {
  const url = new URL(paths[name], window.location.origin);
  return 'pass' in decide(access[name], session, url);
}

/** Returns a predicate that tells whether the user can open a page. */
export function useOpens(): (name: RouteName) => boolean {
  const session = useSession();
  return (name) => opens(name, session);
}
