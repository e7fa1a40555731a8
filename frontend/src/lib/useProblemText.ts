import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, createNoAnswerProblem } from '@/api/problem';
import { isOffline } from '@/lib/fault';

/** What to tell the reader of a failed call: the text of its code, else what the server said. */
export function problemText(error: unknown, t: TFunction): string {
  const problem = asProblem(error) ?? (isOffline(error) ? createNoAnswerProblem() : null);
  if (!problem) return t('errors.unknown');
  return t(`errors.${problem.code}`, {
    ...problem.body,
    defaultValue: problem.detail ?? t('errors.unknown'),
  });
}

export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback((error: unknown) => problemText(error, t), [t]);
}
