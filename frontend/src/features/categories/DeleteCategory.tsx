import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CategoryRead, deleteCategory } from '@/api/catalog';
import { DeletionDialog } from '@/components/feedback/DeletionDialog';
import { localized, useLocale } from '@/i18n';
import { useUndoableDeletion } from '@/lib/useUndoableDeletion';
import { usageQuery } from './queries';
import { useUses } from './useUses';

/** Confirms the deletion of a category. */
export function DeleteCategory({
  category,
  onClose,
}: {
  category: CategoryRead;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const name = localized(category, 'name', useLocale());
  const remove = useUndoableDeletion('categories');
  const { data, error } = useQuery(usageQuery(category.id));
  const uses = useUses(data);
  const send = () => deleteCategory({ path: { category_id: category.id }, keepalive: true });
  return (
    <DeletionDialog
      name={name}
      uses={uses}
      instead={t('categories.hide_instead')}
      error={error}
      onDelete={() => remove({ id: category.id, name, send })}
      onClose={onClose}
    />
  );
}
