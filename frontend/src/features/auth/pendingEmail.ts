/*
 * The address that a code was sent to in place of the account's: kept for this tab, which phones may
 * load anew when one comes back from reading the mail.
 */

const KEY = 'itqan-pending-email';

export const readPendingEmail = (): string | null => sessionStorage.getItem(KEY);

export function keepPendingEmail(email: string | null): void {
  if (email === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, email);
}
