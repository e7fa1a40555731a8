import type { User } from './types';

// Of this tab only, and gone with it: for a page that is loaded anew without a network.
const KEY = 'itqan-user';

export function keepUser(user: User | null): void {
  if (user) sessionStorage.setItem(KEY, JSON.stringify(user));
  else sessionStorage.removeItem(KEY);
}

export function readKeptUser(): User | null {
  return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as User | null;
}
