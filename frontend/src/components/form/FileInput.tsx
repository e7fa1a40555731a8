import { type FieldValues, useController } from 'react-hook-form';
import { DocumentPicker } from '@/components/file/DocumentPicker';
import type { FieldProps } from './types';

/** A document in a form; the value is the file, or null. */
export function FileInput<Values extends FieldValues>({
  control,
  name,
  label,
}: Pick<FieldProps<Values>, 'control' | 'name' | 'label'>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <DocumentPicker
      label={label}
      file={field.value ?? null}
      ref={field.ref}
      problem={fieldState.error?.message ?? null}
      onChoose={field.onChange}
    />
  );
}
