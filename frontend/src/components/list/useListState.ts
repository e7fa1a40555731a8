import { useMemo } from 'react';
import type { $ZodObject, input } from 'zod/v4/core';
import { toSearchParams } from './listQuery';
import { type ListState, useAddressState } from './useAddressState';

export type { ListPosition } from './useAddressState';

/** Returns the state of a list from the URL, parsed by its query's schema. */
export function useListState<Schema extends $ZodObject>(
  schema: Schema,
  { sort }: { sort?: string } = {},
): ListState<input<Schema>> {
  return useAddressState(useMemo(() => toSearchParams(schema, sort), [schema, sort]));
}
