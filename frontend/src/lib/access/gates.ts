import type { Session } from '@/lib/session';
import type { Gate } from '@/routes/types';

/** A failed gate: a 403 with the text `access.<gate>`, or a redirect. */
export type FailedGate = Exclude<Gate, 'verification'>;

const PAYING = ['organization', 'staff', 'candidate'];
const APPROVED = ['organization', 'staff'];

// In order of application; each function returns whether the session passes.
const gates: readonly (readonly [FailedGate, (session: Session) => boolean])[] = [
  ['second_factor', ({ user, profile }) => profile?.type !== 'admin' || !user?.second_factor_due],
  ['identity', ({ user }) => Boolean(user?.identified)],
  [
    'approval',
    ({ profile }) =>
      !profile || !APPROVED.includes(profile.type) || profile.approval?.status === 'approved',
  ],
  ['picture', ({ profile }) => !profile || profile.type === 'admin' || Boolean(profile.image)],
  ['payment', ({ profile }) => !profile || !PAYING.includes(profile.type) || profile.paid],
];

/** Returns the first gate that the session fails, except exempt ones; null if it passes. */
export function failedGate(session: Session, exempt: readonly Gate[] = []): FailedGate | null {
  const failed = gates.find(([gate, passes]) => !exempt.includes(gate) && !passes(session));
  return failed ? failed[0] : null;
}
