import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, createNoAnswerProblem } from '@/api/problem';
import { isOffline } from '@/lib/fault';

/** Returns the text of a failed call: the message of its code, else the server's detail. */
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
