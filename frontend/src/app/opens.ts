import { admits } from '@/lib/access';
import type { Session } from '@/lib/session';
import type { RouteName } from '@/routes/paths';
import { screens } from './screens';

/** Whether a link leads this session to a page: it is built, and its guard lets the session in. */
export const opens = (name: RouteName, session: Session): boolean =>
  name in screens && admits(name, session);
