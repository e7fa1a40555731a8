import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { readListQuery } from '@/components/list/listQuery';
import { useListState } from '@/components/list/useListState';
import { PageContainer } from '@/components/PageContainer';
import { Catalogue } from '@/domain/catalogue/Catalogue';
import { firstQueries } from '@/lib/firstQueries';
import { filtersSet } from './filterFields';
import { filtersOf, withoutCityName, zTrainingsAddress } from './lists';
import { trainingFacetsQuery, trainingsQuery } from './queries';
import { TrainingCard } from './TrainingCard';
import { useForgivingSearch } from './useForgivingSearch';

// Phones show them when they are asked for.
const CatalogueFilters = lazy(() => import('./CatalogueFilters'));

const SORTS = ['starts_at', 'price', '-price', '-updated_at'] as const;

/** Asks for the list before the page is drawn. */
export function begin() {
  const { query } = readListQuery(zTrainingsAddress, new URLSearchParams(window.location.search));
  return firstQueries(trainingsQuery(withoutCityName(query)));
}

/** The catalogue of trainings, each with its next batch. */
export default function TrainingsPage() {
  const { t } = useTranslation();
  const state = useListState(zTrainingsAddress);
  const asked = withoutCityName(state.query);
  const found = useForgivingSearch(asked, trainingsQuery);
  const counting = trainingFacetsQuery({
    ...filtersOf(asked),
    search: found.meant ?? asked.search,
  });
  return (
    <PageContainer title={t('routes.trainings')} subtitle={t('catalogue.trainings_lead')}>
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
    </PageContainer>
  );
}
