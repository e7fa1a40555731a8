import Box from '@mui/material/Box';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressState } from '@/components/list/useAddressState';
import { PageContainer } from '@/components/PageContainer';
import { Catalogue } from '@/domain/catalogue/Catalogue';
import { firstQueries } from '@/lib/firstQueries';
import {
  loadAddress,
  plainAddress,
  toFilters,
  useTrainingsAddress,
  withoutCityName,
} from './address';
import { filtersSet } from './filterFields';
import { trainingFacetsQuery, trainingsQuery } from './queries';
import { TrainingCard } from './TrainingCard';
import { useForgivingSearch } from './useForgivingSearch';

// Loaded on demand on phones.
const CatalogueFilters = lazy(() => import('./CatalogueFilters'));

const SORTS = ['starts_at', 'price', '-price', '-updated_at'] as const;

/** Prefetches the list. */
export async function begin() {
  const params = new URLSearchParams(window.location.search);
  const { read } = params.size === 0 ? plainAddress : await loadAddress();
  return firstQueries(trainingsQuery(withoutCityName(read(params).query)));
}

/** The catalogue of trainings, each with its next batch. */
export default function TrainingsPage() {
  const { t } = useTranslation();
  const state = useAddressState(useTrainingsAddress());
  const asked = withoutCityName(state.query);
  const found = useForgivingSearch(asked, trainingsQuery);
  const counting = trainingFacetsQuery({
    ...toFilters(asked),
    search: found.meant ?? asked.search,
  });
  return (
    <PageContainer title={t('routes.trainings')} subtitle={t('catalogue.trainings_lead')}>
      {/* Preloads the URL's parser when a field gets the focus. */}
      <Box onFocus={() => void loadAddress().catch(() => undefined)}>
        <Catalogue
          found={found}
          filters={<CatalogueFilters state={state} counting={counting} />}
          filtersSet={filtersSet(state)}
          state={state}
          sorts={SORTS}
          searchLabel={t('catalogue.search_trainings')}
          countKey="catalogue.trainings"
          renderCard={(training) => <TrainingCard training={training} />}
          rowKey={(training) => training.id}
        />
      </Box>
    </PageContainer>
  );
}
