import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { cleanValues } from '@/lib/clean';
import type { z } from './validation';

/**
 * Creates a form validated by a zod schema: on blur first, then on each change until it is valid.
 * Short forms with links use `onSubmit`, because an error that appears on blur moves the link under
 * the pointer. Use a schema generated from the API, extended where the form needs more.
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
