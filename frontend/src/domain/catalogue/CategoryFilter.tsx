import { useTranslation } from 'react-i18next';
import type { CountedName } from '@/api/catalog';
import { localized, useLocale } from '@/i18n';
import { useCategoryMenu } from '../site';
import { CountedSelect } from './CountedSelect';

export interface NamedFilterProps {
  value: string;
  /** Result counts by category; without them every category is offered. */
  counted?: readonly CountedName[];
  onChange: (id: string) => void;
}

/** Returns the menu's categories that have results. */
export function CategoryFilter({ value, counted, onChange }: NamedFilterProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { menu } = useCategoryMenu();
  const counts = counted && new Map(counted.map(({ id, count }) => [id, count]));
  const choices = menu
    .flatMap((main) => [main, ...main.children])
    .filter(({ id }) => !counts || counts.has(id) || id === value)
    .map((category) => ({
      value: category.id,
      label: localized(category, 'name', locale),
      count: counts && (counts.get(category.id) ?? 0),
      isMain: !category.parent_id,
    }));
  return (
    <CountedSelect
      label={t('catalogue.category')}
      all={t('catalogue.all_categories')}
      value={value}
      choices={choices}
      onChange={onChange}
    />
  );
}
