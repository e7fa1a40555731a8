import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import type { Any } from '@/lib/any';

/** Props of every form field. */
export interface FieldProps<Values extends FieldValues> {
  // The third parameter is the schema's output, which does not matter to a field.
  control: Control<Values, unknown, Any>;
  name: FieldPath<Values>;
  label: string;
  /** Helper text; an error replaces it. */
  hint?: string;
  required?: boolean;
  /** Read-only; the value is still saved with the others. */
  disabled?: boolean;
}
