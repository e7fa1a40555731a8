import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import type { Locale } from '@/i18n';
import type { FieldProps } from './types';

// The editor is larger than any page, so it is loaded on first use.
const RichTextEditor = lazy(() => import('./RichTextEditor'));

/** Rich text with headings, lists and links. The value is HTML; empty without text. */
export function RichTextInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled = false,
  language,
}: FieldProps<Values> & {
  /** The language of the content. */
  language: Locale;
}) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  const help = fieldState.error?.message ?? hint;
  return (
    <div>
      <FormLabel id={`${id}label`} required={required} error={fieldState.invalid}>
        {label}
      </FormLabel>
      <Suspense fallback={<Skeleton variant="rounded" height={220} sx={{ borderRadius: 2 }} />}>
        <RichTextEditor
          name={name}
          value={field.value ?? ''}
          onChange={field.onChange}
          onBlur={field.onBlur}
          focusRef={field.ref}
          language={language}
          labelId={`${id}label`}
          helpId={`${id}help`}
          invalid={fieldState.invalid}
          disabled={disabled}
        />
      </Suspense>
      <FormHelperText id={`${id}help`} error={fieldState.invalid}>
        {help}
      </FormHelperText>
    </div>
  );
}
