import type { UseQueryOptions } from '@tanstack/react-query';
import type { Source } from '@/components/form/SearchSelect';
import type { Any } from '@/lib/any';
import type { ListPosition } from './useListState';

export interface Option {
  value: string;
  label: string;
}

/** A choice of one value, or several if the call accepts them. */
export interface ChoiceFilter {
  kind: 'choice';
  name: string;
  label: string;
  options: readonly Option[];
  /** The call's default for a required choice; unset does not mean all. */
  usual?: string;
}

/** A range of days, as `YYYY-MM-DD`. */
export interface DatesFilter {
  kind: 'dates';
  from: string;
  to: string;
  label: string;
}

/** A range of amounts, in minor units of the currency. */
export interface AmountsFilter {
  kind: 'amounts';
  from: string;
  to: string;
  label: string;
  currency: string;
}

/** Another record, by its id. */
export interface RecordFilter {
  kind: 'record';
  name: string;
  label: string;
  source: Source<Any>;
  /** Loads the selected record, because a shared URL has only its ID. */
  byId: (id: string) => UseQueryOptions<Any, Any, Any, Any>;
}

export type Filter = ChoiceFilter | DatesFilter | AmountsFilter | RecordFilter;

/** The query parameters of a filter. */
export const getFilterNames = (filter: Filter): readonly string[] =>
  'from' in filter ? [filter.from, filter.to] : [filter.name];

/** Returns the selected values of a choice, or its default. */
export function getChosenValues(
  { name, usual }: ChoiceFilter,
  state: ListPosition,
): readonly string[] {
  const texts = state.texts(name);
  return texts.length === 0 && usual ? [usual] : texts;
}
