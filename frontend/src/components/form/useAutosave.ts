import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

// Long enough to type a sentence without a request for every word.
const DELAY_MS = 2_500;

/** Resets the form without changes other than the saved state. */
const QUIETLY = {
  keepValues: true,
  keepFieldsRef: true,
  keepErrors: true,
  keepTouched: true,
  keepSubmitCount: true,
} as const;

/**
 * Saves the form automatically a moment after the last change, once it is valid; returns the time
 * of the last save. `save` handles its own errors, and the next change retries.
 */
export function useAutosave<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  read: (values: Input) => Output | null,
  save: (values: Output) => Promise<unknown>,
  enabled: boolean,
): Date | null {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const latest = useRef({ read, save });
  latest.current = { read, save };

  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let saving = false;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(run, DELAY_MS);
    };
    const run = async () => {
      if (saving || form.control._formState.isSubmitting) return later();
      const typed = structuredClone(form.getValues());
      const output = latest.current.read(typed);
      if (output === null) return;
      saving = true;
      try {
        await latest.current.save(output);
        setSavedAt(new Date());
        // The next save includes changes made during this one.
        if (isSame(typed, form.getValues())) form.reset(typed, QUIETLY);
        else later();
      } catch {
        // `save` shows its own error.
      } finally {
        saving = false;
      }
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ isDirty, values, defaultValues }) => {
        if (isDirty ?? !isSame(values, defaultValues)) later();
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form, enabled]);

  return savedAt;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
