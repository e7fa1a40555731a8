import { localized, useLocale } from '@/i18n';
import { useCategoryMenu } from './site';

/** Returns the categories as options, each main one before its subcategories. */
export function useCategoryOptions() {
  const locale = useLocale();
  const { menu } = useCategoryMenu();
  return menu.flatMap((main) => {
    const name = localized(main, 'name', locale);
    const below = main.children.map((child) => ({
      value: child.id,
      label: `${name} › ${localized(child, 'name', locale)}`,
    }));
    return [{ value: main.id, label: name }, ...below];
  });
}
