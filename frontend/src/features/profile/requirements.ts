import { type FailedGate, failedGate } from '@/lib/access';
import type { ProfileType, Session } from '@/lib/session';

/** What stands between an account and the platform, in the order of the gates. */
const gates: readonly FailedGate[] = ['identity', 'approval', 'picture', 'payment'];

// Gates that some profiles never meet.
const spared: Partial<Record<ProfileType, readonly FailedGate[]>> = {
  admin: ['approval', 'picture', 'payment'],
  candidate: ['approval'],
  trainer: ['approval', 'payment'],
};

export interface Requirement {
  gate: FailedGate;
  met: boolean;
}

/** Each requirement that concerns the active profile, and whether it is met. */
export function requirementsOf(session: Session): Requirement[] {
  const type = session.profile?.type;
  return gates
    .filter((gate) => !(type && spared[type]?.includes(gate)))
    .map((gate) => ({
      gate,
      met:
        failedGate(
          session,
          gates.filter((other) => other !== gate),
        ) === null,
    }));
}
