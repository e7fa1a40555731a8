import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BatchCard, type BatchRead, type BatchSort, listManagedBatches } from '@/api/catalog';
import { getManagedBatchOptions } from '@/api/catalog/@tanstack/react-query.gen';
import type { Source } from '@/components/form/SearchSelect';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

/**
 * Searches the user's batches: upcoming ones first, earliest first, then started ones, latest
 * first.
 */
const ownBatchesQuery = (search: string) =>
  queryOptions({
    queryKey: ['own-batches', search],
    queryFn: async ({ signal }) => {
      const found = async (phase: BatchRead['phase'], sort: BatchSort) =>
        (
          await listManagedBatches({
            query: { search: search || undefined, phase, page_size: 20, sort },
            signal,
          })
        ).data.data;
      const pages = await Promise.all([
        found('upcoming', 'starts_at'),
        found('running', '-starts_at'),
        found('ended', '-starts_at'),
      ]);
      return { data: pages.flat() };
    },
    placeholderData: keepPreviousData,
  });

export const ownBatchQuery = (batchId: string) =>
  getManagedBatchOptions({ path: { batch_id: batchId } });

type Batch = Pick<BatchCard, 'id' | 'code' | 'mode' | 'starts_at' | 'training'>;

/** Returns a filter by the user's batches, labelled by code and first day. */
export function useBatchFilter() {
  const { t } = useTranslation();
  const locale = useLocale();
  const source: Source<Batch> = {
    find: ownBatchesQuery,
    label: ({ training }) => localized(training, 'title', locale),
    note: ({ code, starts_at }) => `\u2066${code}\u2069 · ${formatDate(starts_at, locale)}`,
  };
  return {
    kind: 'record' as const,
    name: 'batch_id',
    label: t('enrollments.batch'),
    source,
    byId: ownBatchQuery,
  };
}
