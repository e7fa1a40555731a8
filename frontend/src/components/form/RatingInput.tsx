import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Rating from '@mui/material/Rating';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './types';

/** A rating of one to five stars; null if unset. */
export function RatingInput<Values extends FieldValues>({
  control,
  name,
  label,
  required,
}: FieldProps<Values>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const labelId = useId();
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography id={labelId} sx={{ minWidth: 180 }}>
          {label}
          {required && ' *'}
        </Typography>
        <Box role="radiogroup" aria-labelledby={labelId} sx={{ display: 'flex' }}>
          <Rating
            size="large"
            name={field.name}
            value={field.value ?? null}
            getLabelText={(count) => t('form.stars', { count })}
            onChange={(_, value) => field.onChange(value)}
            onBlur={field.onBlur}
          />
        </Box>
      </Box>
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}
