import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import type { ReactNode } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './types';

/** A boolean field. */
export function CheckboxInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  disabled,
}: Omit<FieldProps<Values>, 'label'> & { label: ReactNode }) {
  const { field, fieldState } = useController({ control, name });
  const message = fieldState.error?.message ?? hint;
  return (
    <FormControl error={fieldState.invalid}>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            checked={Boolean(field.value)}
            onChange={(event) => field.onChange(event.target.checked)}
            onBlur={field.onBlur}
            name={field.name}
            disabled={disabled}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
      />
      {/* Aligned with the label's text. */}
      {message && (
        <FormHelperText sx={{ mt: 0, marginInlineStart: '31px' }}>{message}</FormHelperText>
      )}
    </FormControl>
  );
}
