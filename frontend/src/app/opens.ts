import { decide } from '@/lib/access';
import type { Session } from '@/lib/session';
import { access } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import { screens } from './screens';

/** Whether a link leads this session to a page: it is built, and its guard neither refuses nor leads elsewhere. */
export function opens(name: RouteName, session: Session): boolean {
  const url = new URL(paths[name], window.location.origin);
  return name in screens && 'pass' in decide(access[name], session, url);
}
