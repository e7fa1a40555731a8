import { useState } from 'react';
import { readKept, useColumnWidths } from './useColumnWidths';

/** The height of rows: narrow ones show more of them. */
export type Density = 'compact' | 'comfortable';

export const ROW_HEIGHTS: Record<Density, number> = { compact: 44, comfortable: 56 };

const DENSITY_KEY = 'itqan-list-density';
const columnsKey = (list: string) => `itqan-list-columns-${list}`;

/** The user's view settings in localStorage: columns and widths of each list, and one density. */
export function usePreferences(list: string) {
  const [density, setDensity] = useState<Density>(() =>
    localStorage.getItem(DENSITY_KEY) === 'comfortable' ? 'comfortable' : 'compact',
  );
  const [shown, setShown] = useState(() => readKept<boolean>(columnsKey(list)));
  const widths = useColumnWidths(list);
  return {
    density,
    widths,
    setDensity: (next: Density) => {
      localStorage.setItem(DENSITY_KEY, next);
      setDensity(next);
    },
    /** Returns whether a column is shown; `usual` is the default. */
    isShown: (field: string, usual: boolean) => shown[field] ?? usual,
    show: (field: string, wanted: boolean) => {
      const next = { ...shown, [field]: wanted };
      localStorage.setItem(columnsKey(list), JSON.stringify(next));
      setShown(next);
    },
  };
}

export type Preferences = ReturnType<typeof usePreferences>;
