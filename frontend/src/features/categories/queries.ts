import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createCategoryMutation,
  getCategoryOptions,
  getCategoryUsageOptions,
  listCategoriesOptions,
  updateCategoryMutation,
  updateCategoryOrderMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { localized, useLocale } from '@/i18n';
import { useInvalidate } from '@/lib/useInvalidate';

const ALL_SIZE = 500;

export const categoryQuery = (id: string) => getCategoryOptions({ path: { category_id: id } });
export const usageQuery = (id: string) => ({
  ...getCategoryUsageOptions({ path: { category_id: id } }),
  staleTime: 0,
});

/** All main categories, or all subcategories of one, in their order. */
export const siblingsQuery = (parentId: string | null) => ({
  ...listCategoriesOptions({
    query: parentId
      ? { parent_id: parentId, page_size: ALL_SIZE }
      : { parent_categories: true, page_size: ALL_SIZE },
  }),
  staleTime: 0,
});

/** The main categories, as options and by ID. */
export function useMainCategories() {
  const locale = useLocale();
  const { data, isFetching } = useQuery(siblingsQuery(null));
  const options = (data?.data ?? []).map((category) => ({
    value: category.id,
    label: localized(category, 'name', locale),
  }));
  return {
    options,
    loading: isFetching,
    nameOf: (id: string | null) => options.find(({ value }) => value === id)?.label ?? '',
  };
}

export const useAddCategory = () =>
  useMutation({ ...createCategoryMutation(), onSuccess: useInvalidate('categories') });
export const useEditCategory = () =>
  useMutation({ ...updateCategoryMutation(), onSuccess: useInvalidate('categories') });
/** Saves the order; refetches after a refusal too, because another user changed the categories. */
export const useOrderCategories = () =>
  useMutation({ ...updateCategoryOrderMutation(), onSettled: useInvalidate('categories') });
