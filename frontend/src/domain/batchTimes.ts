import type { BatchRead } from '@/api/catalog';
import type { Locale } from '@/i18n';
import { formatDateRange } from '@/lib/format';

/** The days of a batch, as a span, which narrow places break at its dash and within no date. */
export const formatBatchDates = (
  batch: Pick<BatchRead, 'starts_at' | 'ends_at'>,
  locale: Locale,
): string =>
  formatDateRange(batch.starts_at, batch.ends_at, locale).replace(/(?<!–)\s(?!–)/g, '\u00a0');
