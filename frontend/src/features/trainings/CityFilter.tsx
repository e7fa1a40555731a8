import NearIcon from '@mui/icons-material/NearMeOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountedCity } from '@/api/catalog';
import { Count } from '@/domain/catalogue/CountedSelect';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { getPoint, type NearCity, normalizeText, type Point, sortByDistance } from './nearness';

const NEAREST = 3;

interface CityFilterProps {
  id: string;
  name: string;
  cities?: readonly CountedCity[];
  onChange: (id: string, name: string) => void;
}

/**
 * Selects a city with results, searched by any spelling, and lists cities near it or near the user.
 * The URL has the city's name beside its ID, so that a shared link shows it immediately.
 */
export function CityFilter({ id, name, cities = [], onChange }: CityFilterProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const place = usePlace();
  const known = cities.find((city) => city.id === id);
  const near = sortByDistance(cities, place.point ?? (known ? getPoint(known) : null));
  const label = (city: CountedCity) => localized(city, 'name', locale);
  const choose = (city: CountedCity | null) => onChange(city?.id ?? '', city ? label(city) : '');
  const chosen = { ...UNKNOWN, id, name_en: name, name_ar: name };
  const others = near.filter((city) => city.id !== id && city.distance !== null).slice(0, NEAREST);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Autocomplete
        size="small"
        options={near}
        value={id ? (near.find((city) => city.id === id) ?? chosen) : null}
        onChange={(_, city) => choose(city)}
        getOptionLabel={label}
        getOptionKey={(city) => city.id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        filterOptions={(options, { inputValue }) =>
          options.filter(({ search }) => normalizeText(search).includes(normalizeText(inputValue)))
        }
        noOptionsText={t('table.nothing_found')}
        renderOption={({ key, ...props }, city) => (
          <li key={key} {...props}>
            <Box component="span" sx={{ flex: 1 }}>
              {label(city)}
              <Distance of={city} />
            </Box>
            <Count of={city.count} />
          </li>
        )}
        renderInput={(props) => <TextField {...props} label={t('catalogue.city')} />}
      />
      {others.length > 0 && (
        <Box
          role="group"
          aria-label={t('near.cities')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          {others.map((city) => (
            <Chip
              key={city.id}
              size="small"
              variant="outlined"
              label={
                <>
                  {label(city)}
                  <Distance of={city} />
                </>
              }
              onClick={() => choose(city)}
            />
          ))}
        </Box>
      )}
      {!place.point && (
        <Button
          variant="text"
          size="small"
          startIcon={<NearIcon />}
          onClick={place.ask}
          sx={{ justifySelf: 'start' }}
        >
          {t('near.me')}
        </Button>
      )}
      {place.isRefused && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {t('near.refused')}
        </Typography>
      )}
    </Box>
  );
}

const UNKNOWN: NearCity = {
  id: '',
  name_en: '',
  name_ar: '',
  count: 0,
  latitude: null,
  longitude: null,
  search: '',
  distance: null,
};

function Distance({ of: { distance } }: { of: NearCity }) {
  const { t } = useTranslation();
  const locale = useLocale();
  // No distance below 1 km: it is the city itself or a suburb.
  if (!distance || distance < 1) return null;
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {' · '}
      {t('near.kilometres', { number: formatNumber(Math.round(distance), locale) })}
    </Box>
  );
}

/** Requests the user's location from the browser on demand; it stays in the browser. */
function usePlace() {
  const [point, setPoint] = useState<Point | null>(null);
  const [isRefused, setRefused] = useState(false);
  const ask = () => {
    if (!navigator.geolocation) return setRefused(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setRefused(false);
        setPoint({ latitude: coords.latitude, longitude: coords.longitude });
      },
      () => setRefused(true),
    );
  };
  return { point, isRefused, ask };
}
