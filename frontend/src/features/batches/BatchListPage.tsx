import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { BatchCard, TrainingCard } from '@/api/catalog';
import { getCityOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zBatchLanguage, zBatchMode, zBatchStatus } from '@/api/catalog/zod.gen';
import { Can } from '@/components/Can';
import { columnsOf } from '@/components/list/columns';
import type { Filter } from '@/components/list/filters';
import { ListPage } from '@/components/list/ListPage';
import { LinkButton } from '@/components/RouterLinks';
import { placeOf } from '@/domain/place';
import { citiesQuery } from '@/domain/site/places';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { localized, useLocale } from '@/i18n';
import { optionsOf } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';
import { batchesOfTraining, managedBatches } from './lists';
import { trainingQuery, trainingsQuery } from './queries';

const column = columnsOf<BatchCard>();

interface BatchListProps {
  list: typeof managedBatches;
  title: string;
  lead?: string;
  /** Where one is added. */
  add: string;
  filters: readonly Filter[];
}

/** Batches as those see them who run them. */
function BatchList({ list, title, lead, add, filters }: BatchListProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={list}
      title={title}
      lead={lead}
      action={
        <Can route="batchAdd">
          <LinkButton variant="contained" to={add}>
            {t('batches.add')}
          </LinkButton>
        </Can>
      }
      tabs={{
        name: 'phase',
        label: t('batches.phase'),
        options: optionsOf(['upcoming', 'running', 'ended'], (of) => t(`batches.phases.${of}`)),
      }}
      search={t('batches.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('batches.status'),
          options: optionsOf(zBatchStatus.options, (of) => statusText(t, 'batch', of)),
        },
        ...filters,
        {
          kind: 'choice',
          name: 'mode',
          label: t('batches.mode'),
          options: optionsOf(zBatchMode.options, (mode) => t(`batch_mode.${mode}`)),
        },
        {
          kind: 'record',
          name: 'city_id',
          label: t('batches.city'),
          source: {
            find: (name) => citiesQuery({ name: name || undefined }),
            label: (city) => localized(city, 'name', locale),
          },
          byId: (id) => getCityOptions({ path: { city_id: id } }),
        },
        { kind: 'dates', from: 'starts_from', to: 'starts_to', label: t('batches.starts') },
      ]}
      columns={[
        column.text(locale === 'ar' ? 'title_ar' : 'title_en', t('batches.training'), {
          flex: 1.4,
          read: ({ training }) => localized(training, 'title', locale),
        }),
        column.code('code', t('batches.code')),
        column.localized('name', t('common.organization'), {
          read: ({ training }) => training.organization,
          hidden: true,
        }),
        column.date('starts_at', t('batches.starts')),
        column.date('ends_at', t('batches.ends'), { hidden: true }),
        column.text('place', t('batches.place'), {
          read: (batch) => placeOf(batch, locale) || t('batch_mode.online'),
        }),
        column.text('seats_left', t('batches.seats'), {
          minWidth: 110,
          read: ({ seats_taken, capacity }) => t('batches.taken', { taken: seats_taken, capacity }),
        }),
        column.text('waiting', t('batches.waiting'), { hidden: true }),
        column.money('price_minor', t('batches.price'), { zero: t('batch_card.free') }),
        column.text('language', t('batches.language'), {
          read: ({ language }) => t(`batch_language.${language}`),
          hidden: true,
        }),
        column.status('status', t('batches.status'), 'batch'),
      ]}
      empty={{ title: t('batches.none'), description: t('batches.none_hint') }}
    />
  );
}

export function AllBatches() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <BatchList
      list={managedBatches}
      title={t('routes.manageBatches')}
      add={paths.batchAdd}
      filters={[
        {
          kind: 'record',
          name: 'training_id',
          label: t('batches.training'),
          source: {
            find: trainingsQuery,
            label: (training: TrainingCard) => localized(training, 'title', locale),
            note: ({ code }) => code,
          },
          byId: trainingQuery,
        },
        ...useOrganizationFilter(),
        {
          kind: 'choice',
          name: 'language',
          label: t('batches.language'),
          options: optionsOf(zBatchLanguage.options, (of) => t(`batch_language.${of}`)),
        },
      ]}
    />
  );
}

export function BatchesOfTraining() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const { data } = useQuery(trainingQuery(id));
  return (
    <BatchList
      list={useMemo(() => batchesOfTraining(id), [id]) as typeof managedBatches}
      title={t('routes.trainingBatches')}
      lead={localized(data, 'title', locale)}
      add={href(paths.batchAdd, {}, { training: id })}
      filters={[]}
    />
  );
}
