import type { User } from './types';

// In session storage, for reloads without a network.
const KEY = 'itqan-user';

export function keepUser(user: User | null): void {
  if (user) sessionStorage.setItem(KEY, JSON.stringify(user));
  else sessionStorage.removeItem(KEY);
}

export function readKeptUser(): User | null {
  return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as User | null;
}
