import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import type { Control } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/form/TextInput';
import type { DesignValues } from './designForm';

/** A colour, typed or selected with the browser's colour picker. */
export function AccentInput({ control }: { control: Control<DesignValues> }) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'accent' });
  return (
    <TextInput
      control={control}
      name="accent"
      label={t('papers.accent')}
      hint={t('papers.accent_hint')}
      ltr
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Box
                component="input"
                type="color"
                aria-label={t('papers.choose_accent')}
                value={/^#[0-9a-f]{6}$/i.test(field.value) ? field.value : '#000000'}
                onChange={(event) => field.onChange(event.target.value)}
                sx={{ inlineSize: 36, blockSize: 28, p: 0, border: 0, background: 'none' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
