import i18next from 'i18next';
import {
  type Field,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
} from 'react-hook-form';
import { asProblem } from '@/api/problem';
import { isTransient } from '@/lib/fault';
import { problemText } from '@/lib/useProblemText';

/**
 * Shows a refused call in its form: field errors at their fields, all else beside the submit button
 * (`FormProblem`).
 */
export function showProblem<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): void {
  const fields = asProblem(error)?.fields ?? [];
  const unplaced: string[] = [];
  let focused = false;

  for (const { field, code, message } of fields) {
    const name = findShownField(form, field.replace(/^(body|query|path)\./, ''));
    const text = i18next.t(`errors.${code}`, { defaultValue: message });
    if (name) {
      form.setError(name, { type: code, message: text }, { shouldFocus: !focused });
      focused = true;
    } else {
      unplaced.push(text);
    }
  }
  if (!focused || unplaced.length > 0) {
    const message = unplaced.join(' ') || problemText(error, i18next.t);
    form.setError('root.server', { type: isTransient(error) ? 'transient' : 'refused', message });
  }
}

/** Finds the form field of an error's path: the same name or the nearest parent. */
function findShownField<Values extends FieldValues, Output>(
  { control }: UseFormReturn<Values, unknown, Output>,
  name: string,
): FieldPath<Values> | undefined {
  for (let path = name; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const isShown =
      control._names.array.has(path) ||
      (get(control._fields, path) as Field | undefined)?._f?.mount;
    if (isShown) return path as FieldPath<Values>;
  }
  return undefined;
}
