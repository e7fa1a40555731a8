import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, type Params, useParams } from 'react-router';
import type { BatchRead } from '@/api/catalog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { ShareButton } from '@/components/ShareButton';
import { SessionList } from '@/domain/SessionList';
import { LoadingView } from '@/domain/training/LoadingView';
import { Part, TrainingContent } from '@/domain/training/TrainingContent';
import { TrainingLine } from '@/domain/training/TrainingLine';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { firstQueries } from '@/lib/firstQueries';
import { useDeferredQuery } from '@/lib/useDeferredQuery';
import { href, paths } from '@/routes/paths';
import { BatchSummary } from './BatchSummary';
import { batchQuery, trainingQuery } from './queries';
import { SaveButton } from './SaveButton';

/** Prefetches the batch and its training. */
export const begin = ({ id = '', batchId = '' }: Params) =>
  firstQueries(batchQuery(batchId), trainingQuery(id));

/** The public page of a batch: content, dates, place, price and enrollment. */
export default function BatchPage() {
  const { t } = useTranslation();
  const { id = '', batchId = '' } = useParams();
  const batch = useDeferredQuery(useQuery(batchQuery(batchId)));
  const training = useDeferredQuery(useQuery(trainingQuery(id)));

  // Waits for both: content that arrives later would cause a layout shift.
  const isPending = !batch.error && (batch.isPending || training.isPending);

  if (isNotFound(batch.error)) throw new PageError(404, 'batch_page.not_found');
  // Correct the URL if it names another training than the batch's.
  if (id && batch.data && batch.data.training.id !== id) {
    return <Navigate to={href(paths.batch, { id: batch.data.training.id, batchId })} replace />;
  }
  return (
    <BatchFrame batch={isPending ? undefined : batch.data} isLoading={isPending}>
      {batch.error && <ErrorAlert error={batch.error} onRetry={() => void batch.refetch()} />}
      {isPending && <LoadingView />}
      {batch.data && !isPending && (
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 4, lg: 6 },
            alignItems: 'start',
            gridTemplateColumns: { lg: 'minmax(0, 1fr) 360px' },
          }}
        >
          <Box
            sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 }, position: { lg: 'sticky' }, top: 96 }}
          >
            <BatchSummary batch={batch.data} />
          </Box>
          <Box sx={{ display: 'grid', gap: 5, minWidth: 0 }}>
            {batch.data.status === 'cancelled' && (
              <Alert severity="warning">{t('batch_page.cancelled')}</Alert>
            )}
            {training.data && <TrainingContent training={training.data} />}
            {training.error && (
              <ErrorAlert error={training.error} onRetry={() => void training.refetch()} />
            )}
            {batch.data.sessions.length > 0 && (
              <Part title={t('batch_page.sessions', { count: batch.data.sessions.length })}>
                <SessionList
                  sessions={batch.data.sessions}
                  mode={batch.data.mode}
                  batchId={batch.data.id}
                />
              </Part>
            )}
          </Box>
        </Box>
      )}
    </BatchFrame>
  );
}

/** The page layout of a batch. */
export function BatchFrame({
  batch,
  isLoading = false,
  children,
}: {
  batch: Pick<BatchRead, 'id' | 'code' | 'starts_at' | 'training'> | undefined;
  isLoading?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const training = batch?.training;
  return (
    <PageContainer
      loading={isLoading}
      actions={
        batch && (
          <>
            <SaveButton batch={batch} />
            <ShareButton title={localized(batch.training, 'title', locale)} />
          </>
        )
      }
      title={training ? localized(training, 'title', locale) : t('routes.batch')}
      trail={[
        { label: t('routes.trainings'), to: paths.trainings },
        ...(training
          ? [{ label: t('routes.training'), to: href(paths.training, { id: training.id }) }]
          : []),
      ]}
      subtitle={
        training && (
          <Box
            component="span"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}
          >
            <TrainingLine training={training} />
            <Chip size="small" variant="outlined" label={<bdi dir="ltr">{batch.code}</bdi>} />
          </Box>
        )
      }
    >
      {children}
    </PageContainer>
  );
}
