/* Remembers the filters, order and page of a list, for the back link and the neighbours of its records. */

const toStorageKey = (list: string) => `itqan-list-address-${list}`;

/** Keeps the query string of a list in the tab's session storage. */
export const rememberList = (list: string, search: string): void =>
  sessionStorage.setItem(toStorageKey(list), search);

/** Returns the search part of a list's URL; null if the list was not opened. */
export const readListSearch = (list: string): string | null =>
  sessionStorage.getItem(toStorageKey(list));
