import type { BatchRead } from '@/api/catalog';
import type { Locale } from '@/i18n';
import { formatDateRange } from '@/lib/format';

/** Formats the days of a batch as a range, which breaks only at its dash. */
export const formatBatchDates = (
  batch: Pick<BatchRead, 'starts_at' | 'ends_at'>,
  locale: Locale,
): string =>
  formatDateRange(batch.starts_at, batch.ends_at, locale).replace(/(?<!–)\s(?!–)/g, '\u00a0');
