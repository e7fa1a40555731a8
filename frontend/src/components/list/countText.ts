import type { Locale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import type { PageMeta } from './list';

/** The number of rows of a list; `1,000+` where there are more than the server counts. */
export const countText = ({ total, capped }: Pick<PageMeta, 'total' | 'capped'>, locale: Locale) =>
  capped ? `${formatNumber(total, locale)}+` : formatNumber(total, locale);
