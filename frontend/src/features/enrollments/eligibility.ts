import type { EligibilityRead, EnrollmentRead } from '@/api/enrollment';

/** The user's permission to enroll in a batch, or the reason against it. */
export type EnrollmentEligibility =
  | { kind: 'enroll' }
  | { kind: 'wait' }
  | { kind: 'enrolled'; enrollment: EnrollmentRead }
  /** The error code that enrolling would return. */
  | { kind: 'closed'; code: string };

/** Derives the eligibility from the server's response. */
export function getEligibility(eligibility: EligibilityRead): EnrollmentEligibility {
  if (eligibility.enrollment) return { kind: 'enrolled', enrollment: eligibility.enrollment };
  if (eligibility.can_enroll) return { kind: 'enroll' };
  if (eligibility.can_join_waiting_list) return { kind: 'wait' };
  return { kind: 'closed', code: eligibility.obstacles[0]?.code ?? 'enrollment.closed' };
}

/** A step after the confirmation; the texts are `enroll.ahead.<step>`. */
export type StepAhead = 'await_seat' | 'await_acceptance' | 'pay' | 'confirmed';

/** Returns the steps from the confirmation to a confirmed seat, in order. */
export function getStepsAhead(
  {
    requires_acceptance,
    price_minor,
  }: Pick<EligibilityRead, 'requires_acceptance' | 'price_minor'>,
  waiting: boolean,
): StepAhead[] {
  const steps: (StepAhead | false)[] = [
    waiting && 'await_seat',
    requires_acceptance && 'await_acceptance',
    price_minor > 0 && 'pay',
    'confirmed',
  ];
  return steps.filter((step) => step !== false);
}
