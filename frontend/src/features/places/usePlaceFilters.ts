import { useTranslation } from 'react-i18next';
import type { CountryRead, StateRead } from '@/api/catalog';
import type { RecordFilter } from '@/components/list/filters';
import { localized, useLocale } from '@/i18n';
import { countriesByName, countryQuery, stateQuery, statesByName } from './queries';

/** The filter by country. */
export function useCountryFilter(): RecordFilter {
  const { t } = useTranslation();
  const locale = useLocale();
  return {
    kind: 'record',
    name: 'country_id',
    label: t('places.country.one'),
    source: {
      find: countriesByName,
      label: (country: CountryRead) => localized(country, 'name', locale),
      note: (country: CountryRead) => `\u2066${country.code}\u2069`,
    },
    byId: countryQuery,
  };
}

/** The filter by state. */
export function useStateFilter(): RecordFilter {
  const { t } = useTranslation();
  const locale = useLocale();
  return {
    kind: 'record',
    name: 'state_id',
    label: t('places.state.one'),
    source: {
      find: statesByName,
      label: (state: StateRead) => localized(state, 'name', locale),
      note: (state: StateRead) => (state.code ? `\u2066${state.code}\u2069` : ''),
    },
    byId: stateQuery,
  };
}
