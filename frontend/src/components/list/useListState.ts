import { useMemo } from 'react';
import type { $ZodObject, input } from 'zod/v4/core';
import { toSearchParams } from './listQuery';
import { type ListState, useAddressState } from './useAddressState';

export type { ListPosition } from './useAddressState';

/** The state of a list, whose address is read by the schema of its call's query. */
export function useListState<Schema extends $ZodObject>(
  schema: Schema,
  { sort }: { sort?: string } = {},
): ListState<input<Schema>> {
  return useAddressState(useMemo(() => toSearchParams(schema, sort), [schema, sort]));
}
