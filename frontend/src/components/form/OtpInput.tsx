import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import InputBase from '@mui/material/InputBase';
import InputLabel from '@mui/material/InputLabel';
import { useId, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { cleanNumber } from '@/lib/clean';
import type { FieldProps } from './types';

type OtpInputProps<Values extends FieldValues> = FieldProps<Values> & {
  length?: number;
  autoFocus?: boolean;
  /** Called once with the last digit. */
  onComplete?: (code: string) => void;
};

/**
 * Input for a numeric code. It is a single field, so that pasting, autofill and screen readers
 * work; the boxes only display its digits.
 */
export function OtpInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  disabled,
  length = 6,
  autoFocus,
  onComplete,
}: OtpInputProps<Values>) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const { field, fieldState } = useController({ control, name });
  const code = String(field.value ?? '');
  const message = fieldState.error?.message ?? hint;
  const boxes = Array.from({ length }, (_, place) => ({ place, digit: code[place] ?? '' }));

  return (
    <Box>
      <InputLabel
        htmlFor={id}
        sx={{ mb: 1, position: 'static', transform: 'none', fontSize: '0.875rem' }}
        error={fieldState.invalid}
      >
        {label}
      </InputLabel>
      <Box dir="ltr" sx={{ position: 'relative', maxWidth: 60 * length }}>
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            gridTemplateColumns: `repeat(${length}, 1fr)`,
            gap: length > 6 ? 0.5 : 1,
          }}
        >
          {boxes.map(({ place, digit }) => {
            const current = focused && place === Math.min(code.length, length - 1);
            return (
              <Box
                key={place}
                sx={{
                  display: 'grid',
                  placeItems: 'center',
                  height: 56,
                  borderRadius: 1.25,
                  border: 1,
                  borderColor: fieldState.invalid
                    ? 'error.main'
                    : current
                      ? 'primary.main'
                      : 'divider',
                  boxShadow: current ? '0 0 0 1px var(--mui-palette-primary-main)' : 'none',
                  bgcolor: 'background.paper',
                  fontSize: '1.375rem',
                  fontWeight: 600,
                }}
              >
                {digit}
              </Box>
            );
          })}
        </Box>
        <InputBase
          id={id}
          name={field.name}
          value={code}
          inputRef={field.ref}
          disabled={disabled}
          autoFocus={autoFocus}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            field.onBlur();
          }}
          onChange={(event) => {
            const next = cleanNumber(event.target.value).replace(/\D/g, '').slice(0, length);
            field.onChange(next);
            if (next.length === length && next !== code) onComplete?.(next);
          }}
          inputProps={{
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            'aria-invalid': fieldState.invalid,
            'aria-describedby': message ? `${id}-message` : undefined,
          }}
          sx={{
            position: 'absolute',
            inset: 0,
            '& input': { height: 1, p: 0, opacity: 0, cursor: 'text' },
          }}
        />
      </Box>
      {message && (
        <FormHelperText id={`${id}-message`} error={fieldState.invalid} sx={{ mt: 1 }}>
          {message}
        </FormHelperText>
      )}
    </Box>
  );
}
