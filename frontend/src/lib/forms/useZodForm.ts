import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { cleanValues } from '@/lib/clean';
import type { z } from './validation';

/**
 * A form whose values a zod schema checks: first when a field is left, then while it is mended. A
 * short form with links beside it asks for `onSubmit`: a message that appears when a focused field
 * is left moves the link away from under the pointer.
 * Use a schema generated from the API, extended where the form asks for more.
 */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.core.$ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
): UseFormReturn<Input, unknown, Output> {
  const check = zodResolver(schema);
  return useForm<Input, unknown, Output>({
    resolver: (values, ...rest) => check(cleanValues(values), ...rest),
    defaultValues,
    mode,
  });
}
