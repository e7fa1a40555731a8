import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CandidateDetail } from '@/api/identity';
import { ListPanel } from '@/components/list/ListPanel';
import { Money } from '@/components/Money';
import { StatusChip } from '@/components/StatusChip';
import { formatBatchDates } from '@/domain/batchTimes';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { candidateEnrollmentsQuery, candidatePaymentsQuery } from './queries';

/** The candidate's enrollments that the user may see. */
export function CandidateEnrollments({ candidate }: { candidate: CandidateDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPanel
      title={t('routes.enrollments')}
      to={href(paths.enrollments, {}, { search: candidate.email })}
      query={useQuery(candidateEnrollmentsQuery(candidate.id))}
      empty={t('candidates.no_enrollments')}
      rowHref={({ id }) => href(paths.enrollment, { id })}
      renderRow={({ batch, organization, status }) => ({
        title: localized(batch, 'title', locale),
        text: (
          <>
            <bdi dir="ltr">{batch.code}</bdi> · {formatBatchDates(batch, locale)} ·{' '}
            {localized(organization, 'name', locale)}
          </>
        ),
        end: <StatusChip noun="enrollment" status={status} />,
      })}
    />
  );
}

/** The candidate's payments that the user may see. */
export function CandidatePayments({ candidate }: { candidate: CandidateDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPanel
      title={t('routes.payments')}
      to={href(paths.payments, {}, { search: candidate.email })}
      query={useQuery(candidatePaymentsQuery(candidate.id))}
      empty={t('candidates.no_payments')}
      rowHref={({ id }) => href(paths.payment, { id })}
      renderRow={(payment) => ({
        title: localized(payment, 'title', locale),
        text: (
          <>
            <bdi dir="ltr">{payment.reference}</bdi> ·{' '}
            {formatDate(payment.created_at, locale, 'datetime')}
          </>
        ),
        end: (
          <>
            <Money amount={payment.amount_minor} currency={payment.currency} />{' '}
            <StatusChip noun="payment" status={payment.status} />
          </>
        ),
      })}
    />
  );
}
