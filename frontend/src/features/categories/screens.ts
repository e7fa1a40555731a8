import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

type List = keyof typeof import('./CategoryList');
type Add = keyof typeof import('./CategoryAddPage');
type Edit = keyof typeof import('./CategoryEditPage');

const list = (name: List) =>
  withMessages(
    async () => ({ default: (await import('./CategoryList'))[name] }),
    'categories',
    'deletion',
    'order',
  );
const add = (name: Add) =>
  withMessages(async () => ({ default: (await import('./CategoryAddPage'))[name] }), 'categories');
const edit = (name: Edit) =>
  withMessages(
    async () => ({ default: (await import('./CategoryEditPage'))[name] }),
    'categories',
    'deletion',
  );

export const categoryScreens: Screens = {
  mainCategories: list('MainCategories'),
  mainCategoryAdd: add('AddMainCategory'),
  mainCategoryEdit: edit('EditMainCategory'),
  subcategories: list('Subcategories'),
  subcategoryAdd: add('AddSubcategory'),
  subcategoryEdit: edit('EditSubcategory'),
};
