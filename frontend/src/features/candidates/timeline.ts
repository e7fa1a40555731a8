import type { TFunction } from 'i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import type { CandidateDetail } from '@/api/identity';
import type { PaymentRow } from '@/api/payments';
import type { HistoryEntry } from '@/components/record/History';
import { type Locale, localized } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { statusText } from '@/lib/statuses';

interface TimelineSource {
  candidate: CandidateDetail;
  enrollments: readonly EnrollmentRead[];
  payments: readonly PaymentRow[];
}

/** Builds the candidate's history, newest first. */
export function buildTimeline(t: TFunction, locale: Locale, known: TimelineSource): HistoryEntry[] {
  const { candidate, enrollments, payments } = known;
  const entry = (id: string, at: string, text: string): HistoryEntry => ({ id, at, text });
  const line = (name: string, values = {}) => t(`candidates.timeline.${name}`, values);
  const entries = [
    entry('registered', candidate.created_at, line('registered')),
    ...(candidate.invited_at ? [entry('invited', candidate.invited_at, line('invited'))] : []),
    ...(candidate.verified_at ? [entry('verified', candidate.verified_at, line('verified'))] : []),
    ...enrollments.flatMap((enrollment) => toEnrollmentEntries(t, locale, enrollment)),
    ...payments.map((payment) => ({
      ...entry(
        payment.id,
        payment.completed_at ?? payment.created_at,
        line('payment', {
          title: localized(payment, 'title', locale),
          status: statusText(t, 'payment', payment.status),
        }),
      ),
      detail: formatMoney(payment.amount_minor, payment.currency, locale),
    })),
  ];
  return entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Returns the entries of a request and its latest status. */
function toEnrollmentEntries(
  t: TFunction,
  locale: Locale,
  enrollment: EnrollmentRead,
): HistoryEntry[] {
  const { id, status, created_at, updated_at, reason } = enrollment;
  const batch = localized(enrollment.batch, 'title', locale);
  const enrolled = { id, at: created_at, text: t('candidates.timeline.enrolled', { batch }) };
  if (Date.parse(updated_at) === Date.parse(created_at)) return [enrolled];
  const text = t('candidates.timeline.status', {
    batch,
    status: statusText(t, 'enrollment', status),
  });
  return [enrolled, { id: `${id}-${status}`, at: updated_at, text, reason }];
}
