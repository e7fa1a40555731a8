import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ManagedBatch } from '@/api/catalog';
import type { BatchEnrollments } from '@/api/enrollment';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { formatNumber } from '@/lib/format';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';
import { batchEnrollmentsQuery } from './queries';

const SHOWN = [
  'requested',
  'pending_payment',
  'confirmed',
  'completed',
  'waitlisted',
] as const satisfies readonly (keyof BatchEnrollments['counts'])[];

/** The occupancy of a batch, its people and their payments. */
export function BatchPeople({ batch }: { batch: ManagedBatch }) {
  const { t } = useTranslation();
  const opens = useOpens();
  const mayRead = opens('enrollments');
  const query = useQuery({ ...batchEnrollmentsQuery(batch.id), enabled: mayRead });
  const { seats_taken: taken, capacity, minimum } = batch;
  return (
    <>
      <TitledCard title={t('batches.seats')}>
        <Typography sx={{ mt: 2, mb: 1 }}>
          {t('batches.seats_taken', { taken, count: capacity })}
        </Typography>
        <LinearProgress
          variant="determinate"
          value={Math.min(100, (taken / capacity) * 100)}
          aria-label={t('batches.seats')}
          sx={{ height: 8, borderRadius: 4 }}
        />
        {minimum !== null && (
          <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {taken < minimum
              ? t('batches.minimum_missing', { count: minimum - taken })
              : t('batches.minimum_reached', { count: minimum })}
          </Typography>
        )}
      </TitledCard>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <People batch={batch} people={query.data} />}
      {query.data && batch.price_minor + query.data.paid_minor > 0 && (
        <TitledCard title={t('batches.money')}>
          <Details entries={renderMoney(query.data, t)} />
        </TitledCard>
      )}
    </>
  );
}

function People({ batch, people }: { batch: ManagedBatch; people: BatchEnrollments }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  return (
    <TitledCard title={t('batches.people')}>
      <Details
        entries={SHOWN.map(
          (status) =>
            [
              statusText(t, 'enrollment', status),
              formatNumber(people.counts[status] ?? 0, locale),
            ] as const,
        )}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2.5 }}>
        {opens('batchCandidates') && (
          <>
            <LinkButton size="small" to={href(paths.batchCandidates, { uuid: batch.id })}>
              {t('batches.show_people')}
            </LinkButton>
            <LinkButton size="small" to={href(paths.batchAttendance, { uuid: batch.id })}>
              {t('routes.batchAttendance')}
            </LinkButton>
            <LinkButton size="small" to={href(paths.batchResults, { uuid: batch.id })}>
              {t('routes.batchResults')}
            </LinkButton>
          </>
        )}
        {opens('groupMessageAdd') && (
          <LinkButton size="small" to={href(paths.groupMessageAdd, {}, { batch: batch.id })}>
            {t('group_messages.write')}
          </LinkButton>
        )}
      </Box>
    </TitledCard>
  );
}

const renderMoney = (
  { paid_minor, due_minor, refunded_minor, currency }: BatchEnrollments,
  t: TFunction,
) =>
  [
    [t('batches.paid'), <Money key="paid" amount={paid_minor} currency={currency} />],
    [t('batches.due'), <Money key="due" amount={due_minor} currency={currency} />],
    [t('batches.refunded'), <Money key="refunded" amount={refunded_minor} currency={currency} />],
  ] as const;
