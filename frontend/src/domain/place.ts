import type { BatchRead } from '@/api/catalog';
import { type Locale, localized } from '@/i18n';

/** Formats a batch's venue and city; empty for an online batch. */
export function formatPlace(
  batch: Pick<BatchRead, 'venue_en' | 'venue_ar' | 'city'>,
  locale: Locale,
): string {
  return [localized(batch, 'venue', locale), localized(batch.city, 'name', locale)]
    .filter(Boolean)
    .join(locale === 'ar' ? '، ' : ', ');
}

/** Returns the map URL of an address; null for an online batch. */
export function getMapUrl(
  batch: Pick<BatchRead, 'venue_en' | 'venue_ar' | 'city' | 'mode'>,
  locale: Locale,
): string | null {
  const query = formatPlace(batch, locale);
  if (batch.mode === 'online' || !query) return null;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
