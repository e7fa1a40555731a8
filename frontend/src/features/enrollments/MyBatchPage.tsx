import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import type { EnrollmentRead } from '@/api/enrollment';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { SessionList } from '@/domain/SessionList';
import { localized, useLocale } from '@/i18n';
import { isNotFound } from '@/lib/fault';
import { href, paths } from '@/routes/paths';
import { AboutMyBatch } from './AboutMyBatch';
import { CancelEnrollment } from './CancelEnrollment';
import { ownEnrollments } from './lists';
import { NextStepCard } from './NextStepCard';
import { findCurrent, getPollingInterval } from './nextStep';
import { OwnAttendance } from './OwnAttendance';
import { OwnCertificate } from './OwnCertificate';
import { OwnResult } from './OwnResult';
import { OwnSurvey } from './OwnSurvey';
import { myBatchPath } from './PayButton';
import { batchQuery, sessionLinksQuery } from './queries';
import { Timeline } from './Timeline';
import { buildTimeline } from './timeline';

/** A candidate's batch: status, next step and sessions. */
export default function MyBatchPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '', batchId = '' } = useParams();
  const mine = useQuery({
    ...ownEnrollments.query({ batch_id: batchId, sort: '-created_at' }),
    refetchInterval: ({ state }) =>
      getPollingInterval(findCurrent(state.data?.data ?? []), Date.now()),
  });
  const enrollment = findCurrent(mine.data?.data ?? []);
  const unknown = isNotFound(mine.error);
  if (id && enrollment && enrollment.batch.training_id !== id) {
    return <Navigate to={myBatchPath(enrollment)} replace />;
  }
  const none = unknown || (mine.data && !enrollment);
  return (
    <PageContainer
      title={enrollment ? localized(enrollment.batch, 'title', locale) : t('routes.myTraining')}
      loading={mine.isPending}
      trail={[{ label: t('routes.myTrainings'), to: paths.myTrainings }]}
      subtitle={enrollment && <bdi dir="ltr">{enrollment.batch.code}</bdi>}
      width="lg"
    >
      {mine.error && !unknown && (
        <ErrorAlert error={mine.error} onRetry={() => void mine.refetch()} />
      )}
      {mine.isPending && <Loading />}
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

// No sessions are left to attend.
const ENDED: readonly EnrollmentRead['status'][] = ['rejected', 'cancelled', 'expired'];

function MyBatch({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  // The enrollment has the data of a batch that is no longer public.
  const { data: batch, isPending } = useQuery(batchQuery(enrollment.batch.id));
  const over = ENDED.includes(enrollment.status);
  const { data: links = [] } = useQuery({
    ...sessionLinksQuery(enrollment.id),
    enabled: enrollment.status === 'confirmed',
  });
  const urls = new Map(links.map(({ session_id, online_url }) => [session_id, online_url]));
  const sessions =
    batch?.sessions.map((each) => ({ ...each, online_url: urls.get(each.id) })) ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <NextStepCard enrollment={enrollment} />
      <Columns
        main={
          isPending ? (
            <Skeleton {...card} height={420} />
          ) : (
            <>
              <OwnCertificate enrollment={enrollment} />
              <OwnResult enrollment={enrollment} />
              <OwnSurvey enrollment={enrollment} />
              {batch && <OwnAttendance enrollment={enrollment} sessions={batch.sessions} />}
              <AboutMyBatch enrollment={enrollment} batch={batch} />
              {batch && batch.sessions.length > 0 && !over && (
                <TitledCard title={t('batch_page.sessions', { count: batch.sessions.length })}>
                  <SessionList sessions={sessions} mode={batch.mode} batchId={batch.id} />
                </TitledCard>
              )}
            </>
          )
        }
        side={
          isPending ? (
            <Skeleton {...card} height={300} />
          ) : (
            <TitledCard title={t('my_batches.timeline.title')}>
              <Timeline
                entries={buildTimeline(enrollment, batch?.requires_acceptance ?? false, Date.now())}
              />
            </TitledCard>
          )
        }
      />
      {enrollment.allowed_actions.includes('cancel') && (
        <CancelEnrollment enrollment={enrollment} />
      )}
    </Box>
  );
}

const card = { variant: 'rounded', sx: { borderRadius: 4 } } as const;

/** A skeleton with the final heights. */
function Loading() {
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Skeleton {...card} height={180} />
      <Columns
        main={<Skeleton {...card} height={420} />}
        side={<Skeleton {...card} height={300} />}
      />
    </Box>
  );
}

function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 280px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0, order: { xs: 2, md: 1 } }}>{main}</Box>
      <Box sx={{ order: { xs: 1, md: 2 } }}>{side}</Box>
    </Box>
  );
}
