import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CountryRead, deleteCountry } from '@/api/catalog';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { localized, useLocale } from '@/i18n';
import { CountryDialog } from './CountryDialog';
import { DeletePlace } from './DeletePlace';
import { Flag } from './Flag';
import { countries } from './lists';
import { countryUsageQuery } from './queries';
import { useActiveFilter, usePlaceColumns } from './usePlaceColumns';

const column = defineColumns<CountryRead>();

/** The countries for addresses, nationalities and passports. */
export default function CountryListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { names, active, isHeld } = usePlaceColumns<CountryRead>();
  const [edited, edit] = useState<CountryRead | 'new' | null>(null);
  const [removed, remove] = useState<CountryRead | null>(null);
  return (
    <>
      <ListPage
        list={countries}
        title={t('routes.settingsCountry')}
        lead={t('places.country.lead')}
        action={
          <Button variant="contained" onClick={() => edit('new')}>
            {t('places.country.add')}
          </Button>
        }
        search={t('places.country.search')}
        filters={[useActiveFilter()]}
        columns={[
          ...names,
          column.own('flag_url', t('places.country.flag'), {
            cell: (country) => <Flag country={country} />,
            minWidth: 70,
            flex: 0.5,
          }),
          column.code('code', t('places.country.code'), { width: 90 }),
          column.code('alpha3', t('places.country.alpha3'), { width: 90, hidden: true }),
          column.code('numeric_code', t('places.country.numeric'), { width: 100, hidden: true }),
          column.code('calling_code', t('places.country.calling_code'), { width: 120 }),
          active,
        ]}
        actions={{
          name: (country) => localized(country, 'name', locale),
          of: (country) =>
            isHeld(country.id)
              ? []
              : [
                  { label: t('common.edit'), onSelect: () => edit(country) },
                  { label: t('common.delete'), danger: true, onSelect: () => remove(country) },
                ],
        }}
        empty={{ title: t('places.country.none') }}
      />
      {edited && (
        <CountryDialog country={edited === 'new' ? undefined : edited} onClose={() => edit(null)} />
      )}
      {removed && (
        <DeletePlace
          place={removed}
          usage={countryUsageQuery(removed.id)}
          send={() => deleteCountry({ path: { country_id: removed.id }, keepalive: true })}
          onClose={() => remove(null)}
        />
      )}
    </>
  );
}
