import type { Locale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import type { PageMeta } from './list';

/** Formats the number of rows; `1,000+` for a capped count. */
export const countText = ({ total, capped }: Pick<PageMeta, 'total' | 'capped'>, locale: Locale) =>
  capped ? `${formatNumber(total, locale)}+` : formatNumber(total, locale);
