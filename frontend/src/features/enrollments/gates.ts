import { asProblem } from '@/api/problem';
import { type FailedGate, failedGate } from '@/lib/access';
import type { Session } from '@/lib/session';

/** The gates of candidates, in order. */
const candidateGates = ['identity', 'picture', 'payment'] as const;

export type CandidateGate = (typeof candidateGates)[number];

const gateOfCode: Record<string, CandidateGate> = {
  'identification.required': 'identity',
  'picture.required': 'picture',
  'registration_fee.unpaid': 'payment',
};

/** Returns the gate at which the server refused a call; null for other errors. */
export function refusedGate(error: unknown): CandidateGate | null {
  return gateOfCode[asProblem(error)?.code ?? ''] ?? null;
}

/** Returns the failed gates of the session. `refused` is a gate that the server reported. */
export function openGates(session: Session, refused: CandidateGate | null = null): CandidateGate[] {
  return candidateGates.filter(
    (gate) =>
      gate === refused ||
      failedGate(
        session,
        others.filter((other) => other !== gate),
      ) === gate,
  );
}

const others: readonly FailedGate[] = ['identity', 'approval', 'picture', 'payment'];
