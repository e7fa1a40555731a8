import { localized, useLocale } from '@/i18n';
import { useCategoryMenu } from './site';

/** The categories as the choices of a field: each main one, then what is below it. */
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
