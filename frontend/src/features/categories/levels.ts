import type { RouteName } from '@/routes/paths';

/** The two levels of categories. */
export type Level = 'main' | 'sub';

/** The pages of a level. */
export const levelRoutes = {
  main: { list: 'mainCategories', add: 'mainCategoryAdd', edit: 'mainCategoryEdit' },
  sub: { list: 'subcategories', add: 'subcategoryAdd', edit: 'subcategoryEdit' },
} as const satisfies Record<Level, Record<'list' | 'add' | 'edit', RouteName>>;
