import Button, { type ButtonProps } from '@mui/material/Button';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import type { Any } from '@/lib/any';
import { FormProblem } from './FormProblem';

/** Submits the form; shows progress and a refusal. */
export function SubmitButton<Values extends FieldValues>({
  control,
  size = 'large',
  ...props
}: ButtonProps & {
  control: Control<Values, unknown, Any>;
}) {
  const { isSubmitting } = useFormState({ control });
  return (
    <>
      <FormProblem control={control} />
      <Button type="submit" variant="contained" size={size} loading={isSubmitting} {...props} />
    </>
  );
}

/** A row of buttons with a `SubmitButton`, whose error is above all of them. */
export const submitRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  '& > [role="alert"]': { order: -1 },
} as const;
