import { useSyncExternalStore } from 'react';
import { brand } from './brand';

/** The product's names in both languages. */
interface Brand {
  en: string;
  ar: string;
}

let names: Brand = brand;
const listeners = new Set<() => void>();

/** Calls the product as the settings do, wherever it is named. */
export function setBrand(next: Brand): void {
  names = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => names;

/** The product's names; the component renders again when they change. */
export const useBrandNames = (): Brand => useSyncExternalStore(subscribe, read, read);
