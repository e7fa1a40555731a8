/* The state that the steps of a password reset share. It is kept in this tab and never in a URL,
   which would appear in the history and logs. */

import type { ResetOtpSent } from '@/api/identity';
import { getTimeAfter } from '@/lib/useCountdown';

const KEY = 'itqan-password-reset';

export interface PasswordReset {
  email: string;
  /** The time from which a new code can be requested, in milliseconds since the epoch. */
  resendAt: number;
  /** The secret sent with the code; without it a code is not accepted. */
  request: string;
  /** The number of digits of the code. */
  digits: number;
  /** The token that the correct code returned. */
  resetToken?: string;
}

/** Creates the state of a reset from the server's response. */
export const toPasswordReset = (email: string, { resend_in, request, digits }: ResetOtpSent) => ({
  email,
  resendAt: getTimeAfter(resend_in),
  request,
  digits,
});

/** Reads the reset in progress in this tab, or null. */
export function readPasswordReset(): PasswordReset | null {
  const stored = sessionStorage.getItem(KEY);
  return stored ? (JSON.parse(stored) as PasswordReset) : null;
}

export function keepPasswordReset(reset: PasswordReset): void {
  sessionStorage.setItem(KEY, JSON.stringify(reset));
}

export function forgetPasswordReset(): void {
  sessionStorage.removeItem(KEY);
}
