import { useTranslation } from 'react-i18next';
import type { BatchCard } from '@/api/catalog';
import type { Source } from '@/components/form/SearchSelect';
import { zoneOf } from '@/domain/batchTimes';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { ownBatchesQuery, ownBatchQuery } from './deskQueries';

type Batch = Pick<BatchCard, 'id' | 'code' | 'mode' | 'starts_at' | 'training'>;

/** A filter by one of the own batches, which are told apart by code and first day. */
export function useBatchFilter() {
  const { t } = useTranslation();
  const locale = useLocale();
  const source: Source<Batch> = {
    find: ownBatchesQuery,
    label: ({ training }) => localized(training, 'title', locale),
    note: ({ code, mode, starts_at }) =>
      `\u2066${code}\u2069 · ${formatDate(starts_at, locale, 'date', zoneOf(mode))}`,
  };
  return {
    kind: 'record' as const,
    name: 'batch_id',
    label: t('enrollments.batch'),
    source,
    byId: ownBatchQuery,
  };
}
