/*
 * What the steps of a password reset hand on: kept for this tab only, and never in an address,
 * where it would end in the history and in logs.
 */

const KEY = 'itqan-password-reset';

export interface PasswordReset {
  email: string;
  /** When another code may be asked for, in milliseconds since the epoch. */
  resendAt: number;
  /** What the right code was exchanged for. */
  resetToken?: string;
}

/** The reset under way in this tab; null when there is none. */
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
