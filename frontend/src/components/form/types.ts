import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import type { Any } from '@/lib/any';

/** What every field needs to know of its form. */
export interface FieldProps<Values extends FieldValues> {
  // The third parameter is what the schema makes of the values; a field does not care.
  control: Control<Values, unknown, Any>;
  name: FieldPath<Values>;
  label: string;
  /** Explains the field; an error takes its place. */
  hint?: string;
  required?: boolean;
  /** Cannot be changed; its value is saved with the others all the same. */
  disabled?: boolean;
}
