import { opens } from '@/lib/access';
import type { Session } from '@/lib/session';
import type { RouteName } from '@/routes/paths';

const links: RouteName[] = [
  'trainings',
  'batches',
  'announcements',
  'services',
  'about',
  'verifyCertificate',
];

/** Returns whether a session may open a public page: announcements are closed to candidates. */
export function isOpen(name: RouteName, session: Session): boolean {
  const closed = name === 'announcements' && session.profile?.type === 'candidate';
  return !closed && opens(name, session);
}

/** The links of the public header. */
export const publicLinks = (session: Session): RouteName[] =>
  links.filter((name) => isOpen(name, session));

export const navLink = {
  px: 1.5,
  fontWeight: 500,
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary' },
  '&.active': { color: 'primary.main' },
} as const;
