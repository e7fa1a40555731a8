import type { AnnouncementCard } from '@/api/catalog';

type Phase = 'not_open' | 'open' | 'closed';

/** Returns whether applications are open, not yet open or closed. */
export function getPhase({
  opens_at,
  closes_at,
}: Pick<AnnouncementCard, 'opens_at' | 'closes_at'>): Phase {
  const now = Date.now();
  if (now < Date.parse(opens_at)) return 'not_open';
  return now < Date.parse(closes_at) ? 'open' : 'closed';
}
