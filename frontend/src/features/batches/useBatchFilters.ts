import { useTranslation } from 'react-i18next';
import type { TrainingCard } from '@/api/catalog';
import { getCityOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zBatchLanguage, zBatchMode, zBatchStatus } from '@/api/catalog/zod.gen';
import type { ChoiceFilter, DatesFilter, Filter, RecordFilter } from '@/components/list/filters';
import { citiesQuery } from '@/domain/site/places';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { useSaudiLabel } from '@/domain/useSaudiLabel';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { trainingQuery, trainingsQuery } from './queries';

/** The filters of batches, for their list and calendar. */
export function useBatchFilters() {
  const { t } = useTranslation();
  const locale = useLocale();
  const status: ChoiceFilter = {
    kind: 'choice',
    name: 'status',
    label: t('batches.status'),
    options: toOptions(zBatchStatus.options, (of) => statusText(t, 'batch', of)),
  };
  const training: RecordFilter = {
    kind: 'record',
    name: 'training_id',
    label: t('batches.training'),
    source: {
      find: trainingsQuery,
      label: (of: TrainingCard) => localized(of, 'title', locale),
      note: ({ code }) => code,
    },
    byId: trainingQuery,
  };
  const language: ChoiceFilter = {
    kind: 'choice',
    name: 'language',
    label: t('batches.language'),
    options: toOptions(zBatchLanguage.options, (of) => t(`batch_language.${of}`)),
  };
  const mode: ChoiceFilter = {
    kind: 'choice',
    name: 'mode',
    label: t('batches.mode'),
    options: toOptions(zBatchMode.options, (of) => t(`batch_mode.${of}`)),
  };
  const city: RecordFilter = {
    kind: 'record',
    name: 'city_id',
    label: t('batches.city'),
    source: {
      find: (name) => citiesQuery({ name: name || undefined }),
      label: (of) => localized(of, 'name', locale),
    },
    byId: (id) => getCityOptions({ path: { city_id: id } }),
  };
  const dates: DatesFilter = {
    kind: 'dates',
    from: 'starts_from',
    to: 'starts_to',
    label: useSaudiLabel(t('batches.starts')),
  };
  const all: Filter[] = [status, training, ...useOrganizationFilter(), language, mode, city];
  return { ofTraining: [status, mode, city, dates], all: [...all, dates], inCalendar: all };
}
