import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { LinkButton } from '@/components/RouterLinks';
import { BatchCard } from '@/domain/BatchCard';
import { useResource } from '@/lib/resource';
import { paths } from '@/routes/paths';
import { Band } from './Band';
import { upcomingBatches } from './upcomingBatches';

const WAITING = ['a', 'b', 'c', 'd', 'e', 'f'];

const grid = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', md: '1fr 1fr', lg: 'repeat(3, 1fr)' },
} as const;

/** The next batches with seats. */
export function UpcomingBatches() {
  const { t } = useTranslation();
  const { data, error, isPending } = useResource(upcomingBatches);

  return (
    <Band
      soft
      title={t('home.batches.title')}
      lead={t('home.batches.lead')}
      action={
        <LinkButton to={paths.batches} variant="outlined">
          {t('home.batches.all')}
        </LinkButton>
      }
    >
      <ErrorAlert error={error} onRetry={() => void upcomingBatches.load()} />
      {isPending && (
        <Box sx={grid}>
          {WAITING.map((key) => (
            <Skeleton key={key} variant="rounded" height={268} sx={{ borderRadius: 2 }} />
          ))}
        </Box>
      )}
      {data?.data.length === 0 && (
        <Card>
          <EmptyState title={t('home.batches.empty')} description={t('home.batches.empty_hint')} />
        </Card>
      )}
      {data && data.data.length > 0 && (
        <Box sx={grid}>
          {data.data.map((batch) => (
            <BatchCard key={batch.id} batch={batch} />
          ))}
        </Box>
      )}
    </Band>
  );
}
