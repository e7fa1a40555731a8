import type { Locale } from '@/i18n';
import { countText } from './countText';

/** Adds the row count to a tab's label once it is known. */
export const withCount = (
  { label, count, capped }: { label: string; count?: number; capped?: boolean },
  locale: Locale,
) => (count === undefined ? label : `${label} (${countText({ total: count, capped }, locale)})`);
