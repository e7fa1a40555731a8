import type { UseQueryOptions } from '@tanstack/react-query';
import type { Source } from '@/components/form/SearchSelect';
import type { Any } from '@/lib/any';
import type { ListPosition } from './useListState';

export interface Option {
  value: string;
  label: string;
}

/** One of some values, or several where the call takes several. */
export interface ChoiceFilter {
  kind: 'choice';
  name: string;
  label: string;
  options: readonly Option[];
  /** What the call takes where none is chosen: one of them always holds, and none means not all. */
  usual?: string;
}

/** A span of days, as `YYYY-MM-DD`. */
export interface DatesFilter {
  kind: 'dates';
  from: string;
  to: string;
  label: string;
}

/** A span of amounts, in minor units of the currency. */
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
  /** The chosen one: a shared address holds no more than its id. */
  byId: (id: string) => UseQueryOptions<Any, Any, Any, Any>;
}

export type Filter = ChoiceFilter | DatesFilter | AmountsFilter | RecordFilter;

/** The names of the query that a filter sets. */
export const getFilterNames = (filter: Filter): readonly string[] =>
  'from' in filter ? [filter.from, filter.to] : [filter.name];

/** What a choice is set to, or what holds without it. */
export function getChosenValues(
  { name, usual }: ChoiceFilter,
  state: ListPosition,
): readonly string[] {
  const texts = state.texts(name);
  return texts.length === 0 && usual ? [usual] : texts;
}
