import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteState, type StateRead } from '@/api/catalog';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { localized, useLocale } from '@/i18n';
import { DeletePlace } from './DeletePlace';
import { states } from './lists';
import { stateUsageQuery } from './queries';
import { StateDialog } from './StateDialog';
import { useCountries } from './useCountries';
import { useActiveFilter, usePlaceColumns } from './usePlaceColumns';
import { useCountryFilter } from './usePlaceFilters';

const column = defineColumns<StateRead>();

/** The first-level subdivisions of countries. */
export default function StateListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { names, active, isHeld } = usePlaceColumns<StateRead>();
  const { nameOf } = useCountries();
  const [edited, edit] = useState<StateRead | 'new' | null>(null);
  const [removed, remove] = useState<StateRead | null>(null);
  return (
    <>
      <ListPage
        list={states}
        title={t('routes.settingsState')}
        lead={t('places.state.lead')}
        action={
          <Button variant="contained" onClick={() => edit('new')}>
            {t('places.state.add')}
          </Button>
        }
        search={t('places.state.search')}
        filters={[useCountryFilter(), useActiveFilter()]}
        columns={[
          ...names,
          column.text('country_id', t('places.country.one'), {
            read: ({ country_id }) => nameOf(country_id),
          }),
          column.code('code', t('places.state.code'), { width: 110 }),
          active,
        ]}
        actions={{
          name: (state) => localized(state, 'name', locale),
          of: (state) =>
            isHeld(state.id)
              ? []
              : [
                  { label: t('common.edit'), onSelect: () => edit(state) },
                  { label: t('common.delete'), danger: true, onSelect: () => remove(state) },
                ],
        }}
        empty={{ title: t('places.state.none') }}
      />
      {edited && (
        <StateDialog state={edited === 'new' ? undefined : edited} onClose={() => edit(null)} />
      )}
      {removed && (
        <DeletePlace
          place={removed}
          usage={stateUsageQuery(removed.id)}
          send={() => deleteState({ path: { state_id: removed.id }, keepalive: true })}
          onClose={() => remove(null)}
        />
      )}
    </>
  );
}
