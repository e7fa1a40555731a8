/*
 * How a list was filtered, sorted and paged when it was last seen, for the records behind it: their
 * way back, and the record before and after.
 */

const toStorageKey = (list: string) => `itqan-list-address-${list}`;

/** Keeps the query string of a list in the tab's session storage. */
export const rememberList = (list: string, search: string): void =>
  sessionStorage.setItem(toStorageKey(list), search);

/** The search part of a list's address, or null where the list was not seen. */
export const readListSearch = (list: string): string | null =>
  sessionStorage.getItem(toStorageKey(list));
