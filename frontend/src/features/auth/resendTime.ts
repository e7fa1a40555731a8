/* The time of the next verification code, kept in this tab so that it survives a reload. */

import { getTimeAfter } from '@/lib/useCountdown';

const KEY = 'itqan-resend-at';

/** In milliseconds since the epoch; null if unknown. */
export function readResendTime(): number | null {
  return Number(sessionStorage.getItem(KEY)) || null;
}

/** Stores the seconds until a new code can be requested. */
export function keepResendTime({ resend_in }: { resend_in?: number | null }): void {
  if (resend_in == null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, String(getTimeAfter(resend_in)));
}
