import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListTrainingsData } from '@/api/catalog';
import { PageContainer } from '@/components/PageContainer';
import { useTableState } from '@/lib/useTableState';
import { apiQuery } from './apiQuery';
import { Catalogue } from './Catalogue';
import { catalogueFilters } from './CatalogueFilters';
import { trainingsQuery } from './queries';
import { TrainingCard } from './TrainingCard';

const SORTS = ['starts_at', 'price', '-price', '-updated_at'] as const;

/** The catalogue of trainings, each with its next batch. */
export default function TrainingsPage() {
  const { t } = useTranslation();
  const state = useTableState({ filters: catalogueFilters, pageSize: 24, sort: 'starts_at' });
  const query = useQuery(trainingsQuery(apiQuery<ListTrainingsData['query']>(state.query)));
  return (
    <PageContainer title={t('routes.trainings')} subtitle={t('catalogue.trainings_lead')}>
      <Catalogue
        query={query}
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
