import type { CityRead, CountryRead, StateRead } from '@/api/catalog';
import {
  listCitiesOptions,
  listCountriesOptions,
  listStatesOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import { zListCitiesQuery, zListCountriesQuery, zListStatesQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { z } from '@/lib/forms';
import { paths } from '@/routes/paths';

// The calls' search parameter is `name`, and their default page sizes are for selects.
const ofList = {
  search: z.optional(z.string().check(z.maxLength(100))),
  page_size: z._default(z.optional(z.int().check(z.gte(1), z.lte(500))), 20),
};
const countrySchema = z.extend(z.omit(zListCountriesQuery, { name: true }), ofList);
const stateSchema = z.extend(z.omit(zListStatesQuery, { name: true }), ofList);
const citySchema = z.extend(z.omit(zListCitiesQuery, { name: true }), ofList);

export const countries = defineList<CountryRead, typeof countrySchema>({
  key: 'countries',
  path: paths.settingsCountry,
  schema: countrySchema,
  query: ({ search, ...query }) => listCountriesOptions({ query: { ...query, name: search } }),
});

export const states = defineList<StateRead, typeof stateSchema>({
  key: 'states',
  path: paths.settingsState,
  schema: stateSchema,
  query: ({ search, ...query }) => listStatesOptions({ query: { ...query, name: search } }),
});

export const cities = defineList<CityRead, typeof citySchema>({
  key: 'cities',
  path: paths.settingsCities,
  schema: citySchema,
  query: ({ search, ...query }) => listCitiesOptions({ query: { ...query, name: search } }),
});
