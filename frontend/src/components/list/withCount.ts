import type { Locale } from '@/i18n';
import { formatNumber } from '@/lib/format';

/** A tab's text, with how many rows are behind it once that is known. */
export const withCount = ({ label, count }: { label: string; count?: number }, locale: Locale) =>
  count === undefined ? label : `${label} (${formatNumber(count, locale)})`;
