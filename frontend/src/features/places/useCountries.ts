import { useQuery } from '@tanstack/react-query';
import { localized, useLocale } from '@/i18n';
import { allCountriesQuery } from './queries';

/** Returns all countries as options by ID, and a function for a row's country name. */
export function useCountries() {
  const locale = useLocale();
  const { data, isFetching } = useQuery(allCountriesQuery());
  const rows = data?.data ?? [];
  const options = rows.map((country) => ({
    value: country.id,
    label: localized(country, 'name', locale),
  }));
  return {
    options,
    loading: isFetching,
    nameOf: (id: string) => options.find(({ value }) => value === id)?.label ?? '',
  };
}
