import CompareIcon from '@mui/icons-material/CompareArrowsOutlined';
import HeartIcon from '@mui/icons-material/FavoriteBorderOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchCard as Batch } from '@/api/catalog';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { BatchCard } from '@/domain/BatchCard';
import { LoadingCards } from '@/domain/catalogue/Catalogue';
import { paths, queryString } from '@/routes/paths';
import { AlertList } from './AlertList';
import { MAX_COMPARED, savedBatchesQuery } from './queries';
import { SaveButton } from './SaveButton';
import { useAlerts } from './useAlerts';
import { useSaved } from './useSaved';

/** The saved batches of a visitor or candidate, with comparison and alerts. */
export default function SavedBatchesPage() {
  const { t } = useTranslation();
  const { ids } = useSaved();
  const { data, error, refetch } = useQuery({
    ...savedBatchesQuery(ids ?? []),
    enabled: ids !== undefined && ids.length > 0,
  });
  // Removed batches disappear before the list is refetched.
  const batches = data?.data.filter(({ id }) => ids?.includes(id));
  return (
    <PageContainer
      title={t('routes.savedBatches')}
      subtitle={t('saved.lead')}
      trail={[{ label: t('routes.batches'), to: paths.batches }]}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <Alerts />
      {ids?.length === 0 || batches?.length === 0 ? (
        <EmptyState
          icon={<HeartIcon />}
          title={t('saved.none')}
          description={t('saved.none_hint')}
          action={
            <LinkButton to={paths.batches} variant="contained">
              {t('saved.browse')}
            </LinkButton>
          }
        />
      ) : batches ? (
        <Batches batches={batches} />
      ) : (
        !error && <LoadingCards height={450} />
      )}
    </PageContainer>
  );
}

/** The user's alerts. */
function Alerts() {
  const { t } = useTranslation();
  const { alerts, error, refetch } = useAlerts();
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!alerts?.length) return null;
  return (
    <Box sx={{ mb: 4, maxWidth: 720 }}>
      <TitledCard title={t('alerts.yours')} lead={t('alerts.lead')}>
        <Box sx={{ mt: 2 }}>
          <AlertList alerts={alerts} named />
        </Box>
      </TitledCard>
    </Box>
  );
}

function Batches({ batches }: { batches: readonly Batch[] }) {
  const { t } = useTranslation();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const chosen = marked.filter((id) => batches.some((batch) => batch.id === id));
  const mark = (id: string, isMarked: boolean) =>
    setMarked(isMarked ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 2.5 }}>
        <LinkButton
          to={paths.compareBatches + queryString({ id: chosen })}
          variant="contained"
          startIcon={<CompareIcon />}
          disabled={chosen.length < 2}
        >
          {t('saved.compare')}
        </LinkButton>
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {t('saved.compare_hint', { most: MAX_COMPARED, count: chosen.length })}
        </Typography>
      </Box>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
        }}
      >
        {batches.map((batch) => {
          const isMarked = chosen.includes(batch.id);
          return (
            <Box component="li" key={batch.id} sx={{ display: 'flex', flexDirection: 'column' }}>
              <Box sx={{ flex: 1 }}>
                <BatchCard batch={batch} level="h2" corner={<SaveButton batch={batch} />} />
              </Box>
              <FormControlLabel
                control={
                  <Checkbox
                    checked={isMarked}
                    disabled={!isMarked && chosen.length === MAX_COMPARED}
                    onChange={(_, checked) => mark(batch.id, checked)}
                  />
                }
                label={t('saved.mark')}
              />
            </Box>
          );
        })}
      </Box>
    </>
  );
}
