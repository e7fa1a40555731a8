import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import type { PageMeta } from './list';

/** Returns a text such as "1–20 of 340". */
export function useShownText() {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ from, to }: { from: number; to: number }, { total, capped }: PageMeta) =>
    t(capped ? 'table.displayed_rows_capped' : 'table.displayed_rows', {
      from: formatNumber(from, locale),
      to: formatNumber(to, locale),
      total: formatNumber(total, locale),
    });
}
