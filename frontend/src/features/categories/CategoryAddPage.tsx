import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormPage } from '@/components/form/FormPage';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { CategoryFields, categoryForms, toFormValues } from './CategoryFields';
import { type Level, levelRoutes } from './levels';
import { useAddCategory } from './queries';

/** Adds a category at the end. */
function AddCategory({ level }: { level: Level }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddCategory();
  const form = useZodForm(categoryForms[level], toFormValues());
  const { list, add: route } = levelRoutes[level];
  return (
    <FormPage
      form={form}
      title={t(`routes.${route}`)}
      trail={[{ label: t(`routes.${list}`), to: paths[list] }]}
      onSave={async (values) => {
        await add.mutateAsync({ body: { ...values, slug: values.slug || null } });
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(paths[list]);
      }}
    >
      <CategoryFields control={form.control} level={level} />
    </FormPage>
  );
}

export const AddMainCategory = () => <AddCategory level="main" />;
export const AddSubcategory = () => <AddCategory level="sub" />;
