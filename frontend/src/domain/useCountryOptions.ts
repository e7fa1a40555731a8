import { localized, useLocale } from '@/i18n';
import { useSiteData } from './site';

/** The countries as the choices of a field, by their ISO codes. */
export function useCountryOptions() {
  const locale = useLocale();
  const { countries, isLoading } = useSiteData();
  const options = countries.map((country) => ({
    value: country.code,
    label: localized(country, 'name', locale),
  }));
  return { options, loading: isLoading };
}
