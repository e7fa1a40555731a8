import { useTranslation } from 'react-i18next';
import type { CategoryUsage } from '@/api/catalog';

const kinds = ['subcategories', 'trainings', 'announcements'] as const;

/** What belongs to a category, in words; undefined while it is not known. */
export function useUses(usage: CategoryUsage | undefined): string[] | undefined {
  const { t } = useTranslation();
  return (
    usage &&
    kinds
      .filter((kind) => usage[kind] > 0)
      .map((kind) => t(`categories.uses.${kind}`, { count: usage[kind] }))
  );
}
