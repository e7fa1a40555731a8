import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { CategoryRead } from '@/api/catalog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { CategoryFields, categoryForms, toFormValues } from './CategoryFields';
import { type Level, levelRoutes } from './levels';
import { categoryQuery, usageQuery, useEditCategory } from './queries';
import { useUses } from './useUses';

/** Edits a category and shows its uses. */
function EditCategory({ level }: { level: Level }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  // Always refetched, because an edit sends the version that was read.
  const { data, error, refetch } = useQuery({ ...categoryQuery(id), staleTime: 0 });
  if (isNotFound(error)) throw new PageError(404, 'errors.resource.not_found');
  if (data) return <CategoryForm key={data.id} category={data} level={level} />;
  return (
    <PageContainer title={t(`routes.${levelRoutes[level].edit}`)} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

function CategoryForm({ category, level }: { category: CategoryRead; level: Level }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const edit = useEditCategory();
  const form = useZodForm(categoryForms[level], toFormValues(category));
  const { list, edit: route } = levelRoutes[level];
  return (
    <FormPage
      form={form}
      title={t(`routes.${route}`)}
      lead={localized(category, 'name', locale)}
      trail={[{ label: t(`routes.${list}`), to: paths[list] }]}
      onSave={async (values) => {
        await edit.mutateAsync({
          path: { category_id: category.id },
          body: { ...values, slug: values.slug || null, version: category.version },
        });
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(paths[list]);
      }}
    >
      <Usage id={category.id} />
      <CategoryFields control={form.control} level={level} />
    </FormPage>
  );
}

function Usage({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(usageQuery(id));
  const uses = useUses(data);
  if (!uses) return <Skeleton width="40%" />;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {uses.length > 0
        ? t('deletion.used', { uses: uses.join(t('table.list_separator')) })
        : t('categories.unused')}
    </Typography>
  );
}

export const EditMainCategory = () => <EditCategory level="main" />;
export const EditSubcategory = () => <EditCategory level="sub" />;
