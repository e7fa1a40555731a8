import { useQuery } from '@tanstack/react-query';
import { localized, useLocale } from '@/i18n';
import { countriesQuery } from './site/places';

/** Returns all countries, fetched on first use. */
export function useCountries() {
  const { data, isPending } = useQuery(countriesQuery());
  return { countries: data?.data ?? [], isLoading: isPending };
}

/** Returns the countries as options, by ISO code. */
export function useCountryOptions() {
  const locale = useLocale();
  const { countries, isLoading } = useCountries();
  const options = countries
    .filter(({ active }) => active)
    .map((country) => ({ value: country.code, label: localized(country, 'name', locale) }));
  return { options, loading: isLoading };
}
