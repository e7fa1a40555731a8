import type { BatchMode, BatchRead } from '@/api/catalog';
import type { Locale } from '@/i18n';
import { formatDateRange } from '@/lib/format';
import { RIYADH } from '@/lib/riyadh';

/** The zone that a batch's times are given in: its venue's; the reader's own where there is none. */
export const zoneOf = (mode: BatchMode) => (mode === 'online' ? undefined : RIYADH);

/** A batch as lists tell it, or as an enrollment does, which knows the city only. */
export type Placed = Pick<BatchRead, 'mode'> | { city_en: string };

/** The same of a batch: what has no city is online. */
export function zoneOfBatch(batch: Placed) {
  if ('mode' in batch) return zoneOf(batch.mode);
  return batch.city_en ? RIYADH : undefined;
}

/** The days of a batch, as a span, which narrow places break at its dash and within no date. */
export const datesOf = (
  batch: Pick<BatchRead, 'starts_at' | 'ends_at'> & Placed,
  locale: Locale,
): string =>
  formatDateRange(batch.starts_at, batch.ends_at, locale, zoneOfBatch(batch)).replace(
    /(?<!–)\s(?!–)/g,
    '\u00a0',
  );
