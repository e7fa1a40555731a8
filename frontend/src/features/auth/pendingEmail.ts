/* The new address to which a code was sent. It is kept in this tab, which phones may reload while
   the user reads the mail. */

const KEY = 'itqan-pending-email';

export const readPendingEmail = (): string | null => sessionStorage.getItem(KEY);

export function keepPendingEmail(email: string | null): void {
  if (email === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, email);
}
