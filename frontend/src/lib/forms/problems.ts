import i18next from 'i18next';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { asProblem } from '@/api/problem';
import { problemText } from '@/lib/useProblemText';

/**
 * Puts a refused call onto its form: each field error at its field, everything else above the form
 * (shown by `FormProblem`). Use it as `onError` of the mutation.
 */
export function showProblem<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): void {
  const known = form.getValues();
  const fields = asProblem(error)?.fields ?? [];
  const unplaced: string[] = [];
  let focused = false;

  for (const { field, code, message } of fields) {
    const name = field.replace(/^(body|query|path)\./, '');
    const text = i18next.t(`errors.${code}`, { defaultValue: message });
    if ((name.split('.')[0] as string) in known) {
      form.setError(
        name as FieldPath<Values>,
        { type: code, message: text },
        { shouldFocus: !focused },
      );
      focused = true;
    } else {
      unplaced.push(text);
    }
  }
  if (!focused || unplaced.length > 0) {
    const message = unplaced.join(' ') || problemText(error, i18next.t);
    form.setError('root.server', { type: 'server', message });
  }
}
