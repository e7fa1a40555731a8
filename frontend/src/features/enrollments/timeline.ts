import type { ChargeStatus, EnrollmentRead } from '@/api/enrollment';

export interface TimelineEntry {
  /** The text is `my_batches.timeline.<name>`. */
  name:
    | 'enrolled'
    | 'waiting'
    | 'acceptance'
    | 'payment'
    | 'seat'
    | 'completed'
    | 'rejected'
    | 'cancelled'
    | 'expired';
  state: 'done' | 'now' | 'ahead' | 'ended';
  /** The time of the event, if known. */
  at: string | null;
}

type Progress = Pick<
  EnrollmentRead,
  'status' | 'price_minor' | 'charge_status' | 'created_at' | 'updated_at'
> & { batch: Pick<EnrollmentRead['batch'], 'ends_at'> };

// The milestones until the certificate; each status precedes one of them.
const way = ['waiting', 'acceptance', 'payment', 'seat', 'completed'] as const;

const milestoneByStatus: Partial<Record<EnrollmentRead['status'], (typeof way)[number]>> = {
  waitlisted: 'waiting',
  requested: 'acceptance',
  pending_payment: 'payment',
  confirmed: 'completed',
};

const PAID: readonly ChargeStatus[] = ['paid', 'partly_refunded', 'refunded'];

/** Builds the steps of an enrollment: done, current, ahead, or ended. */
export function buildTimeline(
  enrollment: Progress,
  requiresAcceptance: boolean,
  now: number,
): TimelineEntry[] {
  const { status, price_minor, created_at, updated_at } = enrollment;
  const enrolled: TimelineEntry = { name: 'enrolled', state: 'done', at: created_at };

  if (status === 'rejected' || status === 'cancelled' || status === 'expired') {
    const paid = PAID.includes(enrollment.charge_status ?? 'open');
    return [
      enrolled,
      ...(paid ? [{ name: 'payment', state: 'done', at: null } as const] : []),
      { name: status, state: 'ended', at: updated_at },
    ];
  }

  const stations = way.filter(
    (station) =>
      (station !== 'waiting' || status === 'waitlisted') &&
      (station !== 'acceptance' || requiresAcceptance || status === 'requested') &&
      (station !== 'payment' || price_minor > 0),
  );
  const current =
    status === 'completed'
      ? stations.length
      : stations.indexOf(milestoneByStatus[status] ?? 'waiting');
  return [
    enrolled,
    ...stations.map((name, index): TimelineEntry => {
      const reached =
        (name === 'seat' && status === 'confirmed') ||
        (name === 'completed' && status === 'completed');
      // A batch cannot be completed before its end.
      const early = name === 'completed' && Date.parse(enrollment.batch.ends_at) > now;
      return {
        name,
        state: index < current ? 'done' : index === current && !early ? 'now' : 'ahead',
        at: reached ? updated_at : null,
      };
    }),
  ];
}
