import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListState } from '@/components/list/useListState';
import { PageContainer } from '@/components/PageContainer';
import { Catalogue } from './Catalogue';
import { withoutCityName, zTrainingsAddress } from './lists';
import { trainingsQuery } from './queries';
import { TrainingCard } from './TrainingCard';

const SORTS = ['starts_at', 'price', '-price', '-updated_at'] as const;

/** The catalogue of trainings, each with its next batch. */
export default function TrainingsPage() {
  const { t } = useTranslation();
  const state = useListState(zTrainingsAddress);
  const query = useQuery(trainingsQuery(withoutCityName(state.query)));
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
