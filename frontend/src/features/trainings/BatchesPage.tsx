import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useListState } from '@/components/list/useListState';
import { PageContainer } from '@/components/PageContainer';
import { TextLink } from '@/components/RouterLinks';
import { BatchCard } from '@/domain/BatchCard';
import { Catalogue } from '@/domain/catalogue/Catalogue';
import { localized, useLocale } from '@/i18n';
import { paths } from '@/routes/paths';
import { AlertButton } from './AlertButton';
import { toFilters, withoutCityName } from './address';
import { filtersSet } from './filterFields';
import { zBatchesAddress } from './lists';
import { batchesQuery, batchFacetsQuery, trainingQuery } from './queries';
import { SaveButton } from './SaveButton';
import { SavedLink } from './SavedLink';
import { useForgivingSearch } from './useForgivingSearch';

// Loaded on demand on phones.
const CatalogueFilters = lazy(() => import('./CatalogueFilters'));

const SORTS = ['starts_at', '-starts_at', 'price', '-price', 'seats_left'] as const;

/** The catalogue of batches: all upcoming ones, or those of a training that have not ended. */
export default function BatchesPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const state = useListState(zBatchesAddress);
  const trainingId = state.query.training_id ?? '';
  const training = useQuery({ ...trainingQuery(trainingId), enabled: trainingId !== '' });
  const asked = {
    ...withoutCityName(state.query),
    // Batches that have started cannot be joined; they only complete the list of a training.
    phase: trainingId ? undefined : ('upcoming' as const),
  };
  const found = useForgivingSearch(asked, batchesQuery);
  const counting = batchFacetsQuery({
    ...toFilters(asked),
    search: found.meant ?? asked.search,
  });
  return (
    <PageContainer
      title={t('routes.batches')}
      actions={
        <>
          {training.data && <AlertButton training={training.data} />}
          <SavedLink />
        </>
      }
      subtitle={
        training.data ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
            {t('catalogue.of_training', { title: localized(training.data, 'title', locale) })}
            <TextLink to={paths.batches} variant="body2">
              {t('catalogue.every_training')}
            </TextLink>
          </Box>
        ) : (
          t('catalogue.batches_lead')
        )
      }
    >
      <Catalogue
        found={found}
        filters={<CatalogueFilters state={state} counting={counting} />}
        filtersSet={filtersSet(state)}
        state={state}
        sorts={SORTS}
        searchLabel={t('catalogue.search_batches')}
        countKey="catalogue.batches"
        renderCard={(batch) => (
          <BatchCard batch={batch} level="h2" corner={<SaveButton batch={batch} />} />
        )}
        rowKey={(batch) => batch.id}
      />
    </PageContainer>
  );
}
