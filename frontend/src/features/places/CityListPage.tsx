import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CityRead, deleteCity } from '@/api/catalog';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { CityDialog } from './CityDialog';
import { DeletePlace } from './DeletePlace';
import { cities } from './lists';
import { cityUsageQuery } from './queries';
import { useCountries } from './useCountries';
import { useActiveFilter, usePlaceColumns } from './usePlaceColumns';
import { useCountryFilter, useStateFilter } from './usePlaceFilters';

const column = defineColumns<CityRead>();

/** The cities and towns, the largest first. */
export default function CityListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { names, active, isHeld } = usePlaceColumns<CityRead>();
  const { nameOf } = useCountries();
  const [edited, edit] = useState<CityRead | 'new' | null>(null);
  const [removed, remove] = useState<CityRead | null>(null);
  return (
    <>
      <ListPage
        list={cities}
        title={t('routes.settingsCities')}
        lead={t('places.city.lead')}
        action={
          <Button variant="contained" onClick={() => edit('new')}>
            {t('places.city.add')}
          </Button>
        }
        search={t('places.city.search')}
        filters={[useCountryFilter(), useStateFilter(), useActiveFilter()]}
        columns={[
          ...names,
          column.text('country_id', t('places.country.one'), {
            read: ({ country_id }) => nameOf(country_id),
          }),
          column.text('population', t('places.city.population'), {
            read: ({ population }) => (population > 0 ? formatNumber(population, locale) : ''),
            minWidth: 120,
          }),
          active,
        ]}
        actions={{
          name: (city) => localized(city, 'name', locale),
          of: (city) =>
            isHeld(city.id)
              ? []
              : [
                  { label: t('common.edit'), onSelect: () => edit(city) },
                  { label: t('common.delete'), danger: true, onSelect: () => remove(city) },
                ],
        }}
        empty={{ title: t('places.city.none') }}
      />
      {edited && (
        <CityDialog city={edited === 'new' ? undefined : edited} onClose={() => edit(null)} />
      )}
      {removed && (
        <DeletePlace
          place={removed}
          usage={cityUsageQuery(removed.id)}
          send={() => deleteCity({ path: { city_id: removed.id }, keepalive: true })}
          onClose={() => remove(null)}
        />
      )}
    </>
  );
}
