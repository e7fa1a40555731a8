import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { BatchCard } from '@/api/catalog';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import type { Filter } from '@/components/list/filters';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { TaughtFeed } from '@/domain/calendar/TaughtFeed';
import { formatPlace } from '@/domain/place';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { href, paths } from '@/routes/paths';
import { managedBatches, trainingBatches } from './lists';
import { trainingQuery } from './queries';
import { useBatchFilters } from './useBatchFilters';

const column = defineColumns<BatchCard>();

interface BatchListProps {
  list: typeof managedBatches;
  title: string;
  lead?: string;
  /** The path for adding a batch. */
  add: string;
  sections?: ReturnType<typeof useFamily>;
  filters: readonly Filter[];
}

/** Batches for the staff who manage them. */
function BatchList({ list, title, lead, add, sections, filters }: BatchListProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={list}
      title={title}
      lead={lead}
      sections={sections}
      action={
        <>
          <TaughtFeed />
          <Can route="batchImport">
            <LinkButton variant="outlined" to={paths.batchImport}>
              {t('imports.open')}
            </LinkButton>
          </Can>
          <Can route="batchAdd">
            <LinkButton variant="contained" to={add}>
              {t('batches.add')}
            </LinkButton>
          </Can>
        </>
      }
      tabs={{
        name: 'phase',
        label: t('batches.phase'),
        options: toOptions(['upcoming', 'running', 'ended'], (of) => t(`batches.phases.${of}`)),
      }}
      search={t('batches.search')}
      filters={filters}
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
          read: (batch) => formatPlace(batch, locale) || t('batch_mode.online'),
        }),
        column.text('seats_left', t('batches.seats'), {
          order: 'numbers',
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
  return (
    <BatchList
      list={managedBatches}
      title={t('routes.manageBatches')}
      add={paths.batchAdd}
      sections={useFamily('batches')}
      filters={useBatchFilters().all}
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
      list={useMemo(() => trainingBatches(id), [id]) as typeof managedBatches}
      title={t('routes.trainingBatches')}
      lead={localized(data, 'title', locale)}
      add={href(paths.batchAdd, {}, { training: id })}
      filters={useBatchFilters().ofTraining}
    />
  );
}
