import type { BatchMode, BatchRead } from '@/api/catalog';
import type { Locale } from '@/i18n';
import { formatDateRange } from '@/lib/format';
import { RIYADH } from '@/lib/riyadh';

/** The zone that a batch's times are given in: its venue's; the reader's own where there is none. */
export const zoneOf = (mode: BatchMode) => (mode === 'online' ? undefined : RIYADH);

/** The days of a batch, as a span, which narrow places break at its dash and within no date. */
export const datesOf = (
  batch: Pick<BatchRead, 'starts_at' | 'ends_at' | 'mode'>,
  locale: Locale,
): string =>
  formatDateRange(batch.starts_at, batch.ends_at, locale, zoneOf(batch.mode)).replace(
    /(?<!–)\s(?!–)/g,
    '\u00a0',
  );
