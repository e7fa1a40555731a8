import { type FailedGate, failedGate } from '@/lib/access';
import type { ProfileType, Session } from '@/lib/session';

/** A missing second factor redirects to its setup before this page. */
export type RequiredGate = Exclude<FailedGate, 'second_factor'>;

/** The gates that block an account, in order. */
const gates: readonly RequiredGate[] = ['identity', 'approval', 'picture', 'payment'];

// Gates that do not apply to every profile.
const spared: Partial<Record<ProfileType, readonly RequiredGate[]>> = {
  admin: ['approval', 'picture', 'payment'],
  candidate: ['approval'],
  trainer: ['approval', 'payment'],
};

export interface Requirement {
  gate: RequiredGate;
  met: boolean;
}

/** Returns the requirements of the active profile, and whether each is met. */
export function getRequirements(session: Session): Requirement[] {
  const type = session.profile?.type;
  return gates
    .filter((gate) => !(type && spared[type]?.includes(gate)))
    .map((gate) => ({
      gate,
      met:
        failedGate(session, ['second_factor', ...gates.filter((other) => other !== gate)]) === null,
    }));
}
