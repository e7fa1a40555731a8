import type { FieldValues } from 'react-hook-form';
import { TextInput } from './TextInput';
import type { FieldProps } from './types';

/** A time of the day; the value is `HH:mm`, or empty. */
export function TimeInput<Values extends FieldValues>(props: FieldProps<Values>) {
  return <TextInput {...props} ltr type="time" slotProps={{ inputLabel: { shrink: true } }} />;
}
