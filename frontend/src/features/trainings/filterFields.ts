import type { ListPosition } from '@/components/list/useListState';

/** The catalogue's filter fields by label key. */
const fields = {
  category: ['category_id'],
  city: ['city_id', 'city'],
  from: ['starts_from'],
  until: ['starts_to'],
  price: ['free', 'price_min', 'price_max'],
  organization: ['organization_id'],
  mode: ['mode'],
  level: ['level'],
  standard: ['standard_code'],
  language: ['language'],
  only_seats_left: ['seats_left'],
} as const;

export type Field = (typeof fields)[keyof typeof fields][number];

/** Returns the label keys of the set fields. */
export const filtersSet = (state: ListPosition): string[] =>
  Object.entries(fields)
    .filter(([, names]) => names.some((name) => state.texts(name).length > 0))
    .map(([label]) => `catalogue.${label}`);
