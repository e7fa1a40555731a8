import { useTranslation } from 'react-i18next';
import { defineColumns } from '@/components/list/columns';
import { useLocale } from '@/i18n';
import { useIsScheduled } from '@/lib/undoQueue';

interface Place {
  id: string;
  name_en: string;
  name_ar: string;
  active: boolean;
}

/** Returns the common columns of places: both names, the user's language first, and visibility. */
export function usePlaceColumns<Row extends Place>() {
  const { t } = useTranslation();
  const isHeld = useIsScheduled();
  const column = defineColumns<Row>();
  const getName = (row: Row, name: 'name_en' | 'name_ar') =>
    isHeld(row.id) ? t('deletion.row', { name: row[name] }) : row[name];
  const names = {
    en: column.text('name_en', t('places.name_en'), { read: (row) => getName(row, 'name_en') }),
    ar: column.text('name_ar', t('places.name_ar'), { read: (row) => getName(row, 'name_ar') }),
  };
  const active = column.text('active', t('places.active'), {
    read: (row) => t(`places.is_active.${row.active}`),
    minWidth: 110,
  });
  const ordered = useLocale() === 'ar' ? [names.ar, names.en] : [names.en, names.ar];
  return { names: ordered, active, isHeld };
}

/** The filter by visibility. */
export function useActiveFilter() {
  const { t } = useTranslation();
  return {
    kind: 'choice' as const,
    name: 'active',
    label: t('places.active'),
    options: ['true', 'false'].map((value) => ({ value, label: t(`places.is_active.${value}`) })),
  };
}
