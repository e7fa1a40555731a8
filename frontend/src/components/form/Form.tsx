import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showProblem } from '@/lib/forms';

export interface FormProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  /**
   * Saves the parsed values. Field errors are shown at their fields, and the first one gets the focus.
   * Other errors are shown beside the `SubmitButton`.
   */
  onSave: (values: Output) => Promise<unknown> | undefined;
  /** Handles an error instead of the form; returns whether it did. */
  onProblem?: (error: unknown) => boolean;
  children: ReactNode;
  sx?: SxProps<Theme>;
}

/** Fields that are saved together. */
export function Form<Input extends FieldValues, Output>({
  form,
  onSave,
  onProblem = () => false,
  children,
  sx,
}: FormProps<Input, Output>) {
  const save = form.handleSubmit(async (values) => {
    try {
      await onSave(values);
    } catch (error) {
      if (!onProblem(error)) showProblem(form, error);
      return;
    }
    // After saving, the values are the new defaults.
    form.reset(form.getValues());
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        // Stops the event, because a dialog's form may be nested in another form.
        event.stopPropagation();
        void save(event);
      }}
      sx={{ display: 'grid', gap: 2.5, ...sx }}
    >
      {children}
    </Box>
  );
}
