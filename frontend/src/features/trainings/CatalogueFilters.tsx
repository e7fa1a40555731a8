import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect } from '@/components/form/SearchSelect';
import type { ListPosition } from '@/components/list/useListState';
import { useSiteData } from '@/domain/site';
import { citiesQuery } from '@/domain/site/places';
import { localized, useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';

const fields = [
  ['category_id'],
  ['city_id', 'city'],
  ['starts_from'],
  ['starts_to'],
  ['free', 'price_min', 'price_max'],
  ['mode'],
  ['seats_left'],
] as const;

/** How many of the fields are set. */
export const countSet = (state: ListPosition): number =>
  fields.filter((names) => names.some((name) => state.texts(name).length > 0)).length;

/** Price bands in halalas: what most trainings cost lies between 500 and 2,000 riyals. */
const bands: { min: string; max: string }[] = [
  { min: '', max: '50000' },
  { min: '50000', max: '100000' },
  { min: '100000', max: '200000' },
  { min: '200000', max: '' },
];
const modes = ['in_person', 'online', 'hybrid'] as const;

// An empty choice is a choice: it shows what it stands for.
const shownWhenEmpty = { select: { displayEmpty: true }, inputLabel: { shrink: true } };

/** The filters of both catalogues; what is chosen lives in the address. */
export function CatalogueFilters({ state }: { state: ListPosition }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { categoryMenu: menu } = useSiteData();
  const chosen = (name: (typeof fields)[number][number]) => state.texts(name)[0] ?? '';
  const set = state.setFilters;
  const price = chosen('free') ? 'free' : `${chosen('price_min')}-${chosen('price_max')}`;

  return (
    <Box component="section" aria-label={t('catalogue.filters')} sx={{ display: 'grid', gap: 2 }}>
      <TextField
        select
        size="small"
        label={t('catalogue.category')}
        slotProps={shownWhenEmpty}
        value={chosen('category_id')}
        onChange={(event) => set({ category_id: event.target.value })}
      >
        <MenuItem value="">{t('catalogue.all_categories')}</MenuItem>
        {menu.flatMap((category) => [
          <MenuItem key={category.id} value={category.id} sx={{ fontWeight: 600 }}>
            {localized(category, 'name', locale)}
          </MenuItem>,
          ...category.children.map((child) => (
            <MenuItem key={child.id} value={child.id} sx={{ paddingInlineStart: 4 }}>
              {localized(child, 'name', locale)}
            </MenuItem>
          )),
        ])}
      </TextField>
      <CityFilter
        id={chosen('city_id')}
        name={chosen('city')}
        onChange={(id, name) => set({ city_id: id, city: name })}
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
      <TextField
        select
        size="small"
        label={t('catalogue.price')}
        value={price}
        onChange={(event) => {
          const [min = '', max = ''] = event.target.value.split('-');
          set(
            event.target.value === 'free'
              ? { free: 'true', price_min: '', price_max: '' }
              : { free: '', price_min: min, price_max: max },
          );
        }}
      >
        <MenuItem value="-">{t('catalogue.any_price')}</MenuItem>
        <MenuItem value="free">{t('catalogue.free')}</MenuItem>
        {bands.map(({ min, max }) => (
          <MenuItem key={`${min}-${max}`} value={`${min}-${max}`}>
            {t(
              min
                ? max
                  ? 'catalogue.price_between'
                  : 'catalogue.price_over'
                : 'catalogue.price_up_to',
              {
                min: formatMoney(Number(min), 'SAR', locale),
                max: formatMoney(Number(max), 'SAR', locale),
              },
            )}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label={t('catalogue.mode')}
        slotProps={shownWhenEmpty}
        value={chosen('mode')}
        onChange={(event) => set({ mode: event.target.value })}
      >
        <MenuItem value="">{t('catalogue.any_mode')}</MenuItem>
        {modes.map((mode) => (
          <MenuItem key={mode} value={mode}>
            {t(`batch_mode.${mode}`)}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={
          <Switch
            checked={chosen('seats_left') === 'true'}
            onChange={(_, checked) => set({ seats_left: checked ? 'true' : '' })}
          />
        }
        label={t('catalogue.only_seats_left')}
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

// The calendar is large, and the page need not wait for it.
const DayField = lazy(() => import('@/components/DayField'));

function DateFilter({
  label,
  value,
  min,
  onChange,
}: {
  label: string;
  value: string;
  min?: string;
  onChange: (value: string) => void;
}) {
  return (
    <Suspense fallback={<TextField size="small" label={label} disabled />}>
      <DayField
        label={label}
        value={value || null}
        min={min}
        onChange={(day) => onChange(day ?? '')}
        clearable
        textField={{ size: 'small' }}
      />
    </Suspense>
  );
}

/** The city's name is kept beside its id, so that a shared address shows it at once. */
function CityFilter({
  id,
  name,
  onChange,
}: {
  id: string;
  name: string;
  onChange: (id: string, name: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const label = (city: Bilingual) => localized(city, 'name', locale);
  return (
    <SearchSelect
      size="small"
      label={t('catalogue.city')}
      source={{ find: (text) => citiesQuery({ name: text || undefined }), label }}
      value={id ? { id, name_en: name, name_ar: name } : null}
      onChange={(city: Bilingual | null) => onChange(city?.id ?? '', city ? label(city) : '')}
    />
  );
}

interface Bilingual {
  id: string;
  name_en: string;
  name_ar: string;
}
