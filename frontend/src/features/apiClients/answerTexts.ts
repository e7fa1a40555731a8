import type { TFunction } from 'i18next';

interface Answer {
  response_status: number | null;
  error: string | null;
}

/** What an attempt came to in a few words; nothing while there was none. */
export function answerText(t: TFunction, { response_status, error }: Answer): string {
  if (response_status !== null) return `HTTP ${response_status}`;
  return error ? t('webhooks.no_answer') : '';
}

/** Why nobody answered: the service names the kind of fault first. */
export function faultText(t: TFunction, error: string): string {
  const kind = error.split(':')[0] ?? '';
  return t(`webhooks.faults.${kind}`, { defaultValue: error });
}
