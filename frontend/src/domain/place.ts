import type { BatchRead } from '@/api/catalog';
import { type Locale, localized } from '@/i18n';

/** Venue and city of a batch in one line; empty when it is held online. */
export function placeOf(
  batch: Pick<BatchRead, 'venue_en' | 'venue_ar' | 'city'>,
  locale: Locale,
): string {
  return [localized(batch, 'venue', locale), localized(batch.city, 'name', locale)]
    .filter(Boolean)
    .join(locale === 'ar' ? '، ' : ', ');
}
