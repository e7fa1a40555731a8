import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';
import { formatDate, formatDateRange, formatMoney } from '@/lib/format';
import { type Filter, getChosenValues } from './filters';
import type { ListPosition } from './useListState';

/** Returns the text of a filter's value; empty if it is not set. */
export function useFilterText(filter: Filter, state: ListPosition): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const chosen = useChosen(filter, state);
  if (filter.kind === 'record') return chosen ? filter.source.label(chosen) : '';
  if (filter.kind === 'choice') {
    const values = getChosenValues(filter, state);
    const labels = filter.options.filter(({ value }) => values.includes(value));
    return labels.map(({ label }) => label).join(t('table.list_separator'));
  }
  const [from] = state.texts(filter.from);
  const [to] = state.texts(filter.to);
  if (filter.kind === 'amounts') {
    const money = (text: string) => formatMoney(Number(text), filter.currency, locale);
    if (from && to) return `${money(from)} – ${money(to)}`;
    if (from) return t('table.at_least', { amount: money(from) });
    return to ? t('table.at_most', { amount: money(to) }) : '';
  }
  if (from && to) return formatDateRange(from, to, locale);
  if (from) return t('table.since', { day: formatDate(from, locale) });
  return to ? t('table.until', { day: formatDate(to, locale) }) : '';
}

/** Returns the record of a filter by its ID. */
export function useChosen(filter: Filter, state: ListPosition) {
  const id = filter.kind === 'record' ? (state.texts(filter.name)[0] ?? '') : '';
  const { data } = useQuery({
    ...(filter.kind === 'record' && id
      ? filter.byId(id)
      : { queryKey: ['nothing'], queryFn: () => null }),
    enabled: id !== '',
  });
  return id && data ? data : null;
}
