import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CountryRead } from '@/api/catalog';
import { FileButton } from '@/components/file/FileButton';
import type { FieldProps } from '@/components/form/types';
import { Flag } from './Flag';

const ACCEPTED = 'image/jpeg,image/png,image/webp';

/**
 * Selects a flag's picture, uploaded after the country is saved; the value is the file, or null.
 */
export function FlagInput<Values extends FieldValues>({
  control,
  name,
  label,
  country,
}: Pick<FieldProps<Values>, 'control' | 'name' | 'label'> & {
  country: CountryRead | undefined;
}) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const preview = usePreview(field.value ?? null);
  const shown = preview
    ? { flag_url: preview, flag_emoji: '' }
    : (country ?? { flag_url: null, flag_emoji: '' });
  return (
    <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <FileButton
          ref={field.ref}
          label={label}
          accept={ACCEPTED}
          variant="outlined"
          onChoose={field.onChange}
        />
        <Flag country={shown} />
      </Box>
      <FormHelperText error={fieldState.invalid} sx={{ m: 0 }}>
        {fieldState.error?.message ?? t('places.country.flag_hint')}
      </FormHelperText>
    </Box>
  );
}

/** Returns the object URL of a selected file while it is mounted. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
