import { type FieldValues, useController } from 'react-hook-form';
import DayField from '@/components/DayField';
import type { FieldProps } from './types';

type DateInputProps<Values extends FieldValues> = FieldProps<Values> & {
  /** The first and last selectable day, as `YYYY-MM-DD`. */
  min?: string;
  max?: string;
};

/** A Gregorian day; the value is `YYYY-MM-DD`, or null. */
export function DateInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled,
  min,
  max,
}: DateInputProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <DayField
      label={label}
      value={field.value ?? null}
      onChange={field.onChange}
      min={min}
      max={max}
      disabled={disabled}
      inputRef={field.ref}
      textField={{
        name,
        required,
        onBlur: field.onBlur,
        error: fieldState.invalid,
        helperText: fieldState.error?.message ?? hint,
      }}
    />
  );
}
