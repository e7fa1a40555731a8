import type { Locale } from '@/i18n';
import { countText } from './countText';

/** A tab's text, with how many rows are behind it once that is known. */
export const withCount = (
  { label, count, capped }: { label: string; count?: number; capped?: boolean },
  locale: Locale,
) => (count === undefined ? label : `${label} (${countText({ total: count, capped }, locale)})`);
