import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import type { EnrollmentRead } from '@/api/enrollment';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton, TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { placeOf } from '@/domain/place';
import { SessionList } from '@/domain/SessionList';
import { localized, useLocale } from '@/i18n';
import { isUnknown } from '@/lib/fault';
import { formatDate, formatDateRange } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { CancelEnrollment } from './CancelEnrollment';
import { ownEnrollments } from './lists';
import { NextStepCard } from './NextStepCard';
import { askAgainAfter, currentOf } from './nextStep';
import { myBatchPath } from './PayButton';
import { batchQuery } from './queries';
import { Timeline } from './Timeline';
import { timelineOf } from './timeline';

/** A candidate's own batch: how far the enrollment is, what to do next, when to be where. */
export default function MyBatchPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '', batchId = '' } = useParams();
  const mine = useQuery({
    ...ownEnrollments.query({ batch_id: batchId, sort: '-created_at' }),
    refetchInterval: ({ state }) => askAgainAfter(currentOf(state.data?.data ?? []), Date.now()),
  });
  const enrollment = currentOf(mine.data?.data ?? []);
  const unknown = isUnknown(mine.error);
  if (id && enrollment && enrollment.batch.training_id !== id) {
    return <Navigate to={myBatchPath(enrollment)} replace />;
  }
  const none = unknown || (mine.data && !enrollment);
  return (
    <PageContainer
      title={enrollment ? localized(enrollment.batch, 'title', locale) : t('routes.myTraining')}
      trail={[{ label: t('routes.myTrainings'), to: paths.myTrainings }]}
      subtitle={enrollment && <bdi dir="ltr">{enrollment.batch.code}</bdi>}
      width="lg"
      actions={
        enrollment?.allowed_actions.includes('cancel') && (
          <CancelEnrollment enrollment={enrollment} />
        )
      }
    >
      {mine.error && !unknown && (
        <ErrorAlert error={mine.error} onRetry={() => void mine.refetch()} />
      )}
      {mine.isPending && <Skeleton variant="rounded" height={260} sx={{ borderRadius: 4 }} />}
      {none && (
        <Card>
          <EmptyState
            title={t('my_batches.not_enrolled')}
            description={t('my_batches.not_enrolled_hint')}
            action={
              <LinkButton variant="contained" to={href(paths.batch, { id, batchId })}>
                {t('my_batches.open_batch')}
              </LinkButton>
            }
          />
        </Card>
      )}
      {enrollment && <MyBatch enrollment={enrollment} />}
    </PageContainer>
  );
}

// There is nothing left to come to.
const ENDED: readonly EnrollmentRead['status'][] = ['rejected', 'cancelled', 'expired'];

function MyBatch({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  // A batch that is no longer offered is still told by the enrollment itself.
  const { data: batch } = useQuery(batchQuery(enrollment.batch.id));
  const over = ENDED.includes(enrollment.status);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <NextStepCard enrollment={enrollment} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 280px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0, order: { xs: 2, md: 1 } }}>
          <About enrollment={enrollment} place={batch} />
          {batch && batch.sessions.length > 0 && !over && (
            <TitledCard title={t('batch_page.sessions', { count: batch.sessions.length })}>
              <SessionList sessions={batch.sessions} mode={batch.mode} batchId={batch.id} />
            </TitledCard>
          )}
        </Box>
        <Box sx={{ order: { xs: 1, md: 2 } }}>
          <TitledCard title={t('my_batches.timeline.title')}>
            <Timeline entries={timelineOf(enrollment, batch?.requires_acceptance ?? false)} />
          </TitledCard>
        </Box>
      </Box>
    </Box>
  );
}

function About({
  enrollment,
  place,
}: {
  enrollment: EnrollmentRead;
  place: Parameters<typeof placeOf>[0] | undefined;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { batch } = enrollment;
  const where = (place && placeOf(place, locale)) || localized(batch, 'city', locale);
  return (
    <TitledCard
      title={t('my_batches.about')}
      action={
        <TextLink
          to={href(paths.batch, { id: batch.training_id, batchId: batch.id })}
          variant="body2"
        >
          {t('my_batches.open_batch')}
        </TextLink>
      }
    >
      <Details
        entries={[
          [t('batch_page.dates'), formatDateRange(batch.starts_at, batch.ends_at, locale)],
          [t('my_batches.place'), where || t('batch_mode.online')],
          [
            t('my_batches.price'),
            enrollment.price_minor === 0 ? (
              t('batch_card.free')
            ) : (
              <Money key="price" amount={enrollment.price_minor} currency={enrollment.currency} />
            ),
          ],
          enrollment.charge_id &&
            enrollment.charge_reference && [
              t('my_batches.charge'),
              <Box
                key="charge"
                component="span"
                sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
              >
                <TextLink to={href(paths.myPayment, { id: enrollment.charge_id })}>
                  <bdi dir="ltr">{enrollment.charge_reference}</bdi>
                </TextLink>
                {enrollment.charge_status && (
                  <StatusChip noun="charge" status={enrollment.charge_status} />
                )}
              </Box>,
            ],
          enrollment.status === 'confirmed' &&
            enrollment.refundable_until && [
              t('my_batches.refundable_until'),
              formatDate(enrollment.refundable_until, locale, 'datetime'),
            ],
        ]}
      />
    </TitledCard>
  );
}
