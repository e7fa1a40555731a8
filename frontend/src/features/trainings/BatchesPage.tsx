import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListBatchesData } from '@/api/catalog';
import { BatchCard } from '@/components/BatchCard';
import { PageContainer } from '@/components/PageContainer';
import { useTableState } from '@/lib/useTableState';
import { apiQuery } from './apiQuery';
import { Catalogue } from './Catalogue';
import { catalogueFilters } from './CatalogueFilters';
import { batchesQuery } from './queries';

const SORTS = ['starts_at', '-starts_at', 'price', '-price', 'seats_left'] as const;
const FILTERS = [...catalogueFilters, 'training_id'] as const;

/** The catalogue of batches: every run of every training that is not over. */
export default function BatchesPage() {
  const { t } = useTranslation();
  const state = useTableState({ filters: FILTERS, pageSize: 24, sort: 'starts_at' });
  const query = useQuery(batchesQuery(apiQuery<ListBatchesData['query']>(state.query)));
  return (
    <PageContainer title={t('routes.batches')} subtitle={t('catalogue.batches_lead')}>
      <Catalogue
        query={query}
        state={state}
        sorts={SORTS}
        searchLabel={t('catalogue.search_batches')}
        countKey="catalogue.batches"
        renderCard={(batch) => <BatchCard batch={batch} />}
        rowKey={(batch) => batch.id}
      />
    </PageContainer>
  );
}
