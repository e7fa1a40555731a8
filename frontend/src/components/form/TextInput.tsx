import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type FieldValues, useController } from 'react-hook-form';
import { cleanCode } from '@/lib/clean';
import type { FieldProps } from './types';

type TextInputProps<Values extends FieldValues> = FieldProps<Values> &
  Pick<
    TextFieldProps,
    'type' | 'multiline' | 'minRows' | 'placeholder' | 'autoComplete' | 'autoFocus' | 'slotProps'
  > & {
    /** Emails, codes and addresses are written left to right in Arabic too. */
    ltr?: boolean;
    /** Normalizes typed text; use `cleanCode` for left-to-right codes. */
    normalize?: (text: string) => string;
  };

/** One line of text, or several. */
export function TextInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled,
  ltr,
  normalize = ltr ? cleanCode : (text) => text,
  slotProps,
  ...rest
}: TextInputProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const { ref, ...input } = field;
  return (
    <TextField
      {...rest}
      {...input}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(normalize(event.target.value))}
      inputRef={ref}
      label={label}
      required={required}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        ...slotProps,
        htmlInput: { ...(ltr && { dir: 'ltr' }), ...slotProps?.htmlInput },
      }}
    />
  );
}
