import Button, { type ButtonProps } from '@mui/material/Button';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';

/** Saves the form, and shows that it is on its way. */
export function SubmitButton<Values extends FieldValues>({
  control,
  size = 'large',
  ...props
}: ButtonProps & {
  // biome-ignore lint/suspicious/noExplicitAny: what the schema makes of the values does not matter.
  control: Control<Values, unknown, any>;
}) {
  const { isSubmitting } = useFormState({ control });
  return <Button type="submit" variant="contained" size={size} loading={isSubmitting} {...props} />;
}
