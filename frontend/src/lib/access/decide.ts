import type { Session } from '@/lib/session';
import { paths } from '@/routes/paths';
import type { RouteAccess } from '@/routes/types';
import { failedGate } from './gates';
import { redirectTarget, withRedirect } from './redirect';
import { isAllowed } from './rule';

/** Why a page is refused with 403; the text is `access.<reason>`. */
type Refusal =
  | 'not_authorized'
  | 'candidates_only'
  | 'no_announcements'
  | 'identity'
  | 'approval'
  | 'picture';

export type Decision = { pass: true } | { redirect: string } | { refuse: Refusal };

const pass: Decision = { pass: true };

/**
 * The route guard: decides whether this session may open the page at `url`, or what happens
 * instead. It checks session, verification, area, access rule, then the gates in order.
 */
export function decide(access: RouteAccess, session: Session, url: URL): Decision {
  const { user } = session;
  const here = url.pathname + url.search + url.hash;

  if (!user) {
    const open = access.who === 'public' || access.who === 'guest';
    return open ? pass : { redirect: withRedirect(paths.signIn, here) };
  }

  if (access.who === 'guest') return { redirect: redirectTarget(url.searchParams) };

  if (!user.verified_at) {
    if (access.who === 'unverified' || access.exempt?.includes('verification')) return pass;
    const back =
      url.pathname === paths.home ? paths.verification : withRedirect(paths.verification, here);
    return { redirect: back };
  }
  if (access.who === 'unverified') return { redirect: redirectTarget(url.searchParams) };

  const refusal = refusedArea(access, session);
  if (refusal) return { refuse: refusal };
  if (access.who === 'public') return pass;
  if (!isAllowed(access, session)) return { refuse: 'not_authorized' };

  const gate = failedGate(session, access.exempt);
  if (gate === 'second_factor') return { redirect: withRedirect(paths.accountSecurity, here) };
  if (gate === 'payment') return { redirect: withRedirect(paths.pay, here) };
  return gate ? { refuse: gate } : pass;
}

/** The areas that are closed to, or open only to, candidates. */
function refusedArea({ layout }: RouteAccess, { profile }: Session): Refusal | null {
  const isCandidate = profile?.type === 'candidate';
  if (layout === 'candidate') return isCandidate ? null : 'candidates_only';
  if (!isCandidate) return null;
  if (layout === 'announcement') return 'no_announcements';
  return layout === 'dashboard' || layout === 'settings' ? 'not_authorized' : null;
}
