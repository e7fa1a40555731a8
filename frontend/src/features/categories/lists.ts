import type { CategoryRead } from '@/api/catalog';
import { listCategoriesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListCategoriesQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { z } from '@/lib/forms';
import { paths } from '@/routes/paths';

// The call's search parameter is `name`, and its default page size is for selects.
const schema = z.extend(
  z.omit(zListCategoriesQuery, { name: true, parent_categories: true, subcategories: true }),
  {
    search: z.optional(z.string().check(z.maxLength(100))),
    page_size: z._default(z.optional(z.int().check(z.gte(1), z.lte(500))), 20),
  },
);

export const categories = {
  main: defineList<CategoryRead, typeof schema>({
    key: 'main-categories',
    path: paths.mainCategories,
    schema,
    query: ({ search, ...query }) =>
      listCategoriesOptions({ query: { ...query, name: search, parent_categories: true } }),
  }),
  sub: defineList<CategoryRead, typeof schema>({
    key: 'subcategories',
    path: paths.subcategories,
    schema,
    query: ({ search, ...query }) =>
      listCategoriesOptions({ query: { ...query, name: search, subcategories: true } }),
  }),
};
