import Box from '@mui/material/Box';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { TextInput } from './TextInput';
import type { FieldProps } from './types';

type BilingualInputProps<Values extends FieldValues> = Omit<
  FieldProps<Values>,
  'name' | 'label'
> & {
  /** The prefix of both fields' names: `name` for `name_en` and `name_ar`. */
  name: string;
  labels: { en: string; ar: string };
  multiline?: boolean;
  /** The autocomplete attribute of the English field. */
  autoComplete?: string;
};

/** English and Arabic text fields with their directions, side by side on wide screens. */
export function BilingualInput<Values extends FieldValues>({
  name,
  labels,
  multiline,
  autoComplete,
  ...rest
}: BilingualInputProps<Values>) {
  const lines = multiline && { multiline, minRows: 3 };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        // Depends on the form's width, not the window's.
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
      }}
    >
      <TextInput
        {...rest}
        {...lines}
        name={`${name}_en` as FieldPath<Values>}
        label={labels.en}
        autoComplete={autoComplete}
        slotProps={{ htmlInput: { dir: 'ltr', lang: 'en' } }}
      />
      <TextInput
        {...rest}
        {...lines}
        name={`${name}_ar` as FieldPath<Values>}
        label={labels.ar}
        slotProps={{ htmlInput: { dir: 'rtl', lang: 'ar' } }}
      />
    </Box>
  );
}
