import { useSyncExternalStore } from 'react';
import { brand } from './brand';

/** The product's names in both languages. */
interface Brand {
  en: string;
  ar: string;
}

let names: Brand = brand;
const listeners = new Set<() => void>();

/** Sets the product's names from the settings. */
export function setBrand(next: Brand): void {
  names = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => names;

/** Returns the product's names and rerenders when they change. */
export const useBrandNames = (): Brand => useSyncExternalStore(subscribe, read, read);
