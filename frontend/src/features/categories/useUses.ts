import { useTranslation } from 'react-i18next';
import type { CategoryUsage } from '@/api/catalog';

const kinds = ['subcategories', 'trainings', 'announcements'] as const;

/** Returns the uses of a category as texts; undefined while loading. */
export function useUses(usage: CategoryUsage | undefined): string[] | undefined {
  const { t } = useTranslation();
  return (
    usage &&
    kinds
      .filter((kind) => usage[kind] > 0)
      .map((kind) => t(`categories.uses.${kind}`, { count: usage[kind] }))
  );
}
