import i18next from 'i18next';
import * as z from 'zod/mini';

/** Returns the text of a validation error in the current language. */
function explain(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return i18next.t(
        issue.input === undefined || issue.input === null || issue.input === ''
          ? 'validation.required'
          : 'validation.invalid',
      );
    case 'too_small':
      if (issue.origin === 'string') {
        return Number(issue.minimum) <= 1
          ? i18next.t('validation.required')
          : i18next.t('validation.min_length', { count: Number(issue.minimum) });
      }
      return i18next.t('validation.min', { min: String(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? i18next.t('validation.max_length', { count: Number(issue.maximum) })
        : i18next.t('validation.max', { max: String(issue.maximum) });
    case 'invalid_format':
      return issue.input === '' ? i18next.t('validation.required') : formatText(issue.format);
    case 'invalid_value':
      return i18next.t('validation.choose');
    default:
      return i18next.t('validation.invalid');
  }
}

function formatText(format: string): string {
  return format === 'email' ? i18next.t('validation.email') : i18next.t('validation.invalid');
}

z.config({ customError: explain });

export { z };
