import { useState } from 'react';

/** The height of rows: narrow ones show more of them. */
export type Density = 'compact' | 'comfortable';

export const ROW_HEIGHTS: Record<Density, number> = { compact: 44, comfortable: 56 };

const DENSITY_KEY = 'itqan-list-density';
const columnsKey = (list: string) => `itqan-list-columns-${list}`;

/** How the reader wants lists to look, kept in the browser: the columns of each, one density. */
export function usePreferences(list: string) {
  const [density, setDensity] = useState<Density>(() =>
    localStorage.getItem(DENSITY_KEY) === 'comfortable' ? 'comfortable' : 'compact',
  );
  const [shown, setShown] = useState(() => readShown(list));
  return {
    density,
    setDensity: (next: Density) => {
      localStorage.setItem(DENSITY_KEY, next);
      setDensity(next);
    },
    /** Whether a column is shown; `usual` where nothing was chosen for it. */
    isShown: (field: string, usual: boolean) => shown[field] ?? usual,
    show: (field: string, wanted: boolean) => {
      const next = { ...shown, [field]: wanted };
      localStorage.setItem(columnsKey(list), JSON.stringify(next));
      setShown(next);
    },
  };
}

export type Preferences = ReturnType<typeof usePreferences>;

function readShown(list: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(columnsKey(list)) ?? '{}');
    return kept !== null && typeof kept === 'object' ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
