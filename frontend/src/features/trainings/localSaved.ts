import { useStorageValue, writeStored } from '@/lib/stored';

const KEY = 'saved_batches';
const MAX_SAVED = 50;
const NONE: readonly string[] = [];

let text: string | null = null;
let ids = NONE;

/** Reads the batches that a visitor saved in this browser. */
export function readLocalBatches(): readonly string[] {
  const stored = localStorage.getItem(KEY);
  // Return the same array while nothing has changed.
  if (stored !== text) {
    text = stored;
    ids = parse(stored);
  }
  return ids;
}

function parse(stored: string | null): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : NONE;
  } catch {
    return NONE;
  }
}

/** Stores batch IDs, newest first, up to the limit. */
export const writeLocalBatches = (next: readonly string[]): void =>
  writeStored(KEY, next.length > 0 ? JSON.stringify(next.slice(0, MAX_SAVED)) : null);

export const useLocalSaved = () => useStorageValue(readLocalBatches, NONE);
