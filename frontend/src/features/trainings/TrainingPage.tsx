import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Params, useParams } from 'react-router';
import type { TrainingRead, TrainingSummary } from '@/api/catalog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { ShareButton } from '@/components/ShareButton';
import { BatchCard } from '@/domain/BatchCard';
import { LoadingView } from '@/domain/training/LoadingView';
import { Part } from '@/domain/training/TrainingContent';
import { TrainingLine } from '@/domain/training/TrainingLine';
import { TrainingView } from '@/domain/training/TrainingView';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { firstQueries } from '@/lib/firstQueries';
import { useDeferredQuery } from '@/lib/useDeferredQuery';
import { paths, queryString } from '@/routes/paths';
import { AlertButton } from './AlertButton';
import { batchesQuery, trainingQuery } from './queries';
import { SaveButton } from './SaveButton';
import { useAddressAlert } from './useAddressAlert';

// The earliest batches; the catalogue has the rest.
const MAX_BATCHES = 6;

const nextBatchesQuery = (training_id: string) =>
  batchesQuery({ training_id, phase: 'upcoming', page_size: MAX_BATCHES });

/** Prefetches the training and its batches. */
export const begin = ({ id = '' }: Params) => firstQueries(trainingQuery(id), nextBatchesQuery(id));

/** The public page of a training: content, pass requirements and batches. */
export default function TrainingPage() {
  const { id = '' } = useParams();
  const {
    data: training,
    error,
    isPending,
    refetch,
  } = useDeferredQuery(useQuery(trainingQuery(id)));
  useAddressAlert(training);

  if (isNotFound(error)) throw new PageError(404, 'training_page.not_found');
  return (
    <TrainingFrame training={training} isLoading={isPending}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <LoadingView />}
      {training && (
        <TrainingView training={training}>
          <Batches training={training} />
        </TrainingView>
      )}
    </TrainingFrame>
  );
}

/** The page layout of a training. */
export function TrainingFrame({
  training,
  isLoading = false,
  children,
}: {
  training: TrainingSummary | undefined;
  isLoading?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <PageContainer
      loading={isLoading}
      actions={training && <ShareButton title={localized(training, 'title', locale)} />}
      title={training ? localized(training, 'title', locale) : t('routes.training')}
      trail={[{ label: t('routes.trainings'), to: paths.trainings }]}
      subtitle={
        training && (
          <Box
            component="span"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}
          >
            <TrainingLine training={training} />
          </Box>
        )
      }
    >
      {children}
    </PageContainer>
  );
}

function Batches({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const trainingId = training.id;
  const { data, error, refetch } = useDeferredQuery(useQuery(nextBatchesQuery(trainingId)));
  return (
    <Part title={t('training_page.batches')}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('training_page.none')}</Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {data?.data.map((batch) => (
          <BatchCard key={batch.id} batch={batch} corner={<SaveButton batch={batch} />} />
        ))}
      </Box>
      {data && data.meta.total > MAX_BATCHES && (
        <LinkButton
          to={paths.batches + queryString({ training_id: trainingId })}
          variant="outlined"
          sx={{ mt: 2 }}
        >
          {t('catalogue.all_of_training', { count: data.meta.total })}
        </LinkButton>
      )}
      <AlertButton training={training} sx={{ mt: 2 }} />
    </Part>
  );
}
