import Box from '@mui/material/Box';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CategoryRead } from '@/api/catalog';
import { zCategoryUpdate } from '@/api/catalog/zod.gen';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { CategoryIcon, type CategoryIconName } from '@/domain/CategoryIcon';
import { z } from '@/lib/forms';
import type { Level } from './levels';
import { useMainCategories } from './queries';

const icons = [
  'ac_unit',
  'directions_boat',
  'flight_takeoff',
  'gavel',
  'hub',
  'local_shipping',
  'warehouse',
  'warning',
] as const satisfies readonly CategoryIconName[];

const fields = z.extend(z.omit(zCategoryUpdate, { position: true, version: true }), {
  // Derived from the English name if empty.
  slug: z.string().check(z.maxLength(80), z.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)),
  icon: z.string(),
});

/** The fields of a category; a subcategory also has its main category. */
export const categoryForms = {
  main: fields,
  sub: z.extend(fields, { parent_id: z.uuid() }),
};

export type CategoryInput = z.input<typeof fields>;

export const toFormValues = (category?: CategoryRead, parentId?: string): CategoryInput => ({
  name_en: category?.name_en ?? '',
  name_ar: category?.name_ar ?? '',
  description_en: category?.description_en ?? '',
  description_ar: category?.description_ar ?? '',
  slug: category?.slug ?? '',
  icon: category?.icon ?? '',
  active: category?.active ?? true,
  parent_id: category?.parent_id ?? parentId,
});

/** The fields of a category. */
export function CategoryFields({
  control,
  level,
}: {
  control: Control<CategoryInput, unknown, CategoryInput>;
  level: Level;
}) {
  const { t } = useTranslation();
  const main = useMainCategories();
  const icon = useWatch({ control, name: 'icon' });
  return (
    <>
      {level === 'sub' && (
        <AutocompleteInput
          control={control}
          name="parent_id"
          label={t('categories.parent')}
          options={main.options}
          loading={main.loading}
          required
        />
      )}
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('categories.name_en'), ar: t('categories.name_ar') }}
        required
      />
      <BilingualInput
        control={control}
        name="description"
        labels={{ en: t('categories.description_en'), ar: t('categories.description_ar') }}
        multiline
      />
      <TextInput
        control={control}
        name="slug"
        label={t('categories.slug')}
        hint={t('categories.slug_hint')}
        ltr
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 2, alignItems: 'center' }}>
        <SelectInput
          control={control}
          name="icon"
          label={t('categories.icon')}
          options={[
            { value: '', label: t('categories.icons.none') },
            ...icons.map((name) => ({ value: name, label: t(`categories.icons.${name}`) })),
          ]}
        />
        <Box sx={{ display: 'inline-flex', color: 'primary.main' }}>
          <CategoryIcon name={icon ?? ''} />
        </Box>
      </Box>
      <CheckboxInput control={control} name="active" label={t('categories.offer')} />
    </>
  );
}
