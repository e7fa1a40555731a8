import { useEffect, useRef } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useFormState,
} from 'react-hook-form';

// In memory only, so that personal data does not stay on the device.
const drafts = new Map<string, FieldValues>();

/**
 * Keeps unsaved input while the form is unmounted and restores it, for example after the session
 * ends. `key` identifies the form and its user.
 */
export function useDraft<Input extends FieldValues, Output>(
  key: string,
  form: UseFormReturn<Input, unknown, Output>,
): void {
  const { dirtyFields } = useFormState({ control: form.control });
  const dirty = useRef<string[]>([]);
  const { getValues, setValue } = form;

  useEffect(() => {
    dirty.current = Object.keys(dirtyFields);
  });

  useEffect(() => {
    const draft = drafts.get(key) ?? {};
    drafts.delete(key);
    for (const [name, value] of Object.entries(draft)) {
      setValue(name as FieldPath<Input>, value, { shouldDirty: true });
    }
    return () => {
      const values = getValues();
      const kept = dirty.current.map((name) => [name, values[name]]);
      if (kept.length > 0) drafts.set(key, Object.fromEntries(kept));
    };
  }, [key, getValues, setValue]);
}
