import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CountedMonth, Facets } from '@/api/catalog';
import { zBatchLanguage, zTrainingLevel } from '@/api/catalog/zod.gen';
import type { ListPosition } from '@/components/list/useListState';
import { CategoryFilter, type NamedFilterProps } from '@/domain/catalogue/CategoryFilter';
import { Count, CountedSelect } from '@/domain/catalogue/CountedSelect';
import { localized, useLocale } from '@/i18n';
import type { Any } from '@/lib/any';
import { formatDate, formatMoney } from '@/lib/format';
import { CityFilter } from './CityFilter';
import { DateFilter } from './DateFilter';
import type { Field } from './filterFields';

const valuesByField = {
  mode: ['in_person', 'online', 'hybrid'],
  level: zTrainingLevel.options,
  language: zBatchLanguage.options,
} as const;
const textsByField = {
  mode: 'batch_mode',
  level: 'training_level',
  language: 'batch_language',
} as const;

interface CatalogueFiltersProps {
  state: ListPosition;
  /** Fetches the result counts of each value once the filters are visible. */
  counting: UseQueryOptions<Any, Any, Facets, Any>;
}

/** The filters of both catalogues; the URL holds their values. */
export default function CatalogueFilters({ state, counting }: CatalogueFiltersProps) {
  const { t } = useTranslation();
  const facets = useQuery(counting).data;
  const chosen = (name: Field) => state.texts(name)[0] ?? '';
  const set = state.setFilters;
  return (
    <Box component="section" aria-label={t('catalogue.filters')} sx={{ display: 'grid', gap: 2 }}>
      {chosen('standard_code') && (
        <Chip
          label={
            <>
              {t('catalogue.standard')} <bdi dir="ltr">{chosen('standard_code')}</bdi>
            </>
          }
          onDelete={() => set({ standard_code: '' })}
          sx={{ justifySelf: 'start', maxWidth: 1 }}
        />
      )}
      <CategoryFilter
        value={chosen('category_id')}
        counted={facets?.categories}
        onChange={(category_id) => set({ category_id })}
      />
      <CityFilter
        id={chosen('city_id')}
        name={chosen('city')}
        cities={facets?.cities}
        onChange={(id, name) => set({ city_id: id, city: name })}
      />
      <MonthFilter
        from={chosen('starts_from')}
        until={chosen('starts_to')}
        months={facets?.months}
        onChange={(starts_from, starts_to) => set({ starts_from, starts_to })}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr' },
          gap: 2,
        }}
      >
        <DateFilter
          label={t('catalogue.from')}
          value={chosen('starts_from')}
          onChange={(value) => set({ starts_from: value })}
        />
        <DateFilter
          label={t('catalogue.until')}
          value={chosen('starts_to')}
          min={chosen('starts_from') || undefined}
          onChange={(value) => set({ starts_to: value })}
        />
      </Box>
      <PriceFilter
        value={
          chosen('free')
            ? 'free'
            : `${chosen('price_min')}-${chosen('price_max')}`.replace(/^-$/, '')
        }
        facets={facets}
        onChange={set}
      />
      <OrganizationFilter
        value={chosen('organization_id')}
        counted={facets?.organizations}
        onChange={(organization_id) => set({ organization_id })}
      />
      {(['mode', 'level', 'language'] as const).map((name) => (
        <CountedSelect
          key={name}
          label={t(`catalogue.${name}`)}
          all={t(`catalogue.any_${name}`)}
          value={chosen(name)}
          choices={valuesByField[name].map((value) => ({
            value,
            label: t(`${textsByField[name]}.${value}`),
            count: facets && findCount(facets[`${name}s`], value),
          }))}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <FormControlLabel
        control={
          <Switch
            checked={chosen('seats_left') === 'true'}
            onChange={(_, checked) => set({ seats_left: checked ? 'true' : '' })}
          />
        }
        label={
          <>
            {t('catalogue.only_seats_left')}
            <Count of={facets?.seats_left} />
          </>
        }
      />
      {state.isFiltered && (
        <Button
          variant="text"
          size="small"
          onClick={state.clearFilters}
          sx={{ justifySelf: 'start' }}
        >
          {t('catalogue.clear')}
        </Button>
      )}
    </Box>
  );
}

const findCount = (counted: readonly { value: string; count: number }[], value: string): number =>
  counted.find((each) => each.value === value)?.count ?? 0;

function OrganizationFilter({ value, counted = [], onChange }: NamedFilterProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <CountedSelect
      label={t('catalogue.organization')}
      all={t('catalogue.all_organizations')}
      value={value}
      choices={counted.map(({ id, count, ...names }) => ({
        value: id,
        label: localized(names, 'name', locale),
        count,
      }))}
      onChange={onChange}
    />
  );
}

/** Converts a month to its first and last day. */
function MonthFilter({
  from,
  until,
  months = [],
  onChange,
}: {
  from: string;
  until: string;
  months?: readonly CountedMonth[];
  onChange: (from: string, until: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const month = from.slice(0, 7);
  return (
    <CountedSelect
      label={t('catalogue.month')}
      all={t('catalogue.any_month')}
      value={from === `${month}-01` && until === getLastDay(month) ? month : ''}
      choices={months.map(({ value, count }) => ({
        value,
        label: formatDate(`${value}-01`, locale, 'month'),
        count,
      }))}
      onChange={(value) => onChange(value && `${value}-01`, value && getLastDay(value))}
    />
  );
}

function getLastDay(month: string): string {
  const [year, number] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  return `${month}-${days}`;
}

function PriceFilter({
  value,
  facets,
  onChange,
}: {
  value: string;
  facets?: Facets;
  onChange: (filters: Record<'free' | 'price_min' | 'price_max', string>) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const label = (min: number | null, max: number | null) =>
    t(`catalogue.price_${min === null ? 'up_to' : max === null ? 'over' : 'between'}`, {
      min: formatMoney(min ?? 0, 'SAR', locale),
      max: formatMoney(max ?? 0, 'SAR', locale),
    });
  const bands = facets?.prices.map(({ min, max, count }) => ({
    value: `${min ?? ''}-${max ?? ''}`,
    label: label(min, max),
    count,
  }));
  return (
    <CountedSelect
      label={t('catalogue.price')}
      all={t('catalogue.any_price')}
      value={value}
      choices={[
        { value: 'free', label: t('catalogue.free'), count: facets?.free },
        ...(bands ?? []),
      ]}
      onChange={(band) => {
        const [min = '', max = ''] = band.split('-');
        onChange(
          band === 'free'
            ? { free: 'true', price_min: '', price_max: '' }
            : { free: '', price_min: min, price_max: max },
        );
      }}
    />
  );
}
