import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listOrganizationNamesOptions } from '@/api/identity/@tanstack/react-query.gen';
import type { RevenueRow } from '@/api/payments';
import { localized, useLocale } from '@/i18n';
import { formatDateRange } from '@/lib/format';
import { addDays } from './weeks';

/** Returns the label of a row: its week, purpose or organization. */
export function useRevenueName(rows: readonly RevenueRow[]) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ids = [...new Set(rows.flatMap((row) => row.organization_id ?? []))];
  const found = useQueries({
    queries: ids.map((id) => listOrganizationNamesOptions({ query: { organization_id: id } })),
  });
  const names = new Map(ids.map((id, index) => [id, found[index]?.data?.data[0]]));
  return ({ week, title_en, title_ar, organization_id: id }: RevenueRow): string => {
    if (week) return formatDateRange(week, addDays(week, 6), locale);
    if (title_en || title_ar) return localized({ title_en, title_ar }, 'title', locale);
    // Not every admin may read names; the ID still distinguishes organizations.
    return id ? localized(names.get(id), 'name', locale) || id : t('revenue.no_organization');
  };
}
