import Alert from '@mui/material/Alert';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';

/** What the server refused of the form as a whole; set by `showProblem`. */
export function FormProblem<Values extends FieldValues>({
  control,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: what the schema makes of the values does not matter.
  control: Control<Values, unknown, any>;
}) {
  const { errors } = useFormState({ control });
  const message = errors.root?.server?.message;
  return message ? <Alert severity="error">{message}</Alert> : null;
}
