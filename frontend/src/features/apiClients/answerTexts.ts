import type { TFunction } from 'i18next';

interface Answer {
  response_status: number | null;
  error: string | null;
}

/** Returns a short result of a delivery attempt; empty before the first one. */
export function answerText(t: TFunction, { response_status, error }: Answer): string {
  if (response_status !== null) return `HTTP ${response_status}`;
  return error ? t('webhooks.no_answer') : '';
}

/** Returns the reason for a missing response; the service sends the kind of fault first. */
export function faultText(t: TFunction, error: string): string {
  const kind = error.split(':')[0] ?? '';
  return t(`webhooks.faults.${kind}`, { defaultValue: error });
}
