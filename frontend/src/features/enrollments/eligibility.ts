import type { EligibilityRead, EnrollmentRead } from '@/api/enrollment';

/** How the reader gets into a batch, or what keeps them out. */
export type EnrollmentEligibility =
  | { kind: 'enroll' }
  | { kind: 'wait' }
  | { kind: 'enrolled'; enrollment: EnrollmentRead }
  /** `code` is the error code of what enrolling would be refused with. */
  | { kind: 'closed'; code: string };

/** The way into a batch, from what the server says of the reader and the batch. */
export function getEligibility(eligibility: EligibilityRead): EnrollmentEligibility {
  if (eligibility.enrollment) return { kind: 'enrolled', enrollment: eligibility.enrollment };
  if (eligibility.can_enroll) return { kind: 'enroll' };
  if (eligibility.can_join_waiting_list) return { kind: 'wait' };
  return { kind: 'closed', code: eligibility.obstacles[0]?.code ?? 'enrollment.closed' };
}

/** What comes after the confirmation; the texts are `enroll.ahead.<step>`. */
export type StepAhead = 'await_seat' | 'await_acceptance' | 'pay' | 'confirmed';

/** The steps from the confirmation to a confirmed seat, in their order. */
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
