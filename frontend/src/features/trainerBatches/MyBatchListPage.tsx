import { useTranslation } from 'react-i18next';
import type { BatchCard } from '@/api/catalog';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { TaughtFeed } from '@/domain/calendar/TaughtFeed';
import { formatPlace } from '@/domain/place';
import { useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { myBatches } from './lists';

const column = defineColumns<BatchCard>();

/** A trainer's batches: upcoming, running and ended. */
export default function MyBatchListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={myBatches}
      title={t('routes.myBatches')}
      action={<TaughtFeed />}
      tabs={{
        name: 'over',
        label: t('teaching.time'),
        options: toOptions(['false', 'true'], (over) => t(`teaching.over.${over}`)),
      }}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('teaching.status'),
          options: toOptions(['published', 'cancelled'], (state) => t(`status.batch.${state}`)),
        },
      ]}
      columns={[
        column.localized('title', t('teaching.training'), { read: ({ training }) => training }),
        column.code('code', t('teaching.code')),
        column.date('starts_at', t('teaching.starts')),
        column.date('ends_at', t('teaching.ends'), { hidden: true }),
        column.text('place', t('teaching.place'), {
          read: (batch) => formatPlace(batch, locale) || t('batch_mode.online'),
        }),
        column.text('seats_taken', t('teaching.candidates'), {
          read: ({ seats_taken, capacity }) =>
            t('teaching.seats', { taken: seats_taken, capacity }),
        }),
        column.status('status', t('teaching.status'), 'batch'),
      ]}
      empty={{ title: t('teaching.none') }}
    />
  );
}
