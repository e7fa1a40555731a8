import { useTranslation } from 'react-i18next';
import type { ContentType } from '@/api/approvals';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { useCategoryOptions } from '@/domain/useCategoryOptions';
import { useZodForm } from '@/lib/forms';
import { type Cover, coverSchema, LIMITS, useStateOptions } from './cover';
import { OrganizationsInput } from './OrganizationsInput';

interface CoverDialogProps {
  /** The approver's name. */
  name: string;
  contentType: ContentType;
  cover: Cover;
  onSave: (cover: Cover) => void;
  onClose: () => void;
}

/** Limits an approver to some requests. */
export function CoverDialog({ name, contentType, cover, onSave, onClose }: CoverDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(coverSchema, cover);
  const limits = LIMITS[contentType];
  const states = useStateOptions();
  const categories = useCategoryOptions();
  return (
    <FormDialog
      form={form}
      title={t('approval_levels.cover_title', { name })}
      text={t('approval_levels.cover_text')}
      saveLabel={t('approval_levels.cover_save')}
      onSave={async (values) => onSave(values)}
      onClose={onClose}
    >
      {limits.includes('organizations') && (
        <OrganizationsInput
          control={form.control}
          name="organizations"
          label={t('approval_levels.organizations')}
          hint={t('approval_levels.cover_none')}
        />
      )}
      {limits.includes('state_ids') && (
        <MultiSelectInput
          control={form.control}
          name="state_ids"
          label={t('approval_levels.regions')}
          hint={t('approval_levels.regions_hint')}
          options={states}
        />
      )}
      {limits.includes('category_ids') && (
        <MultiSelectInput
          control={form.control}
          name="category_ids"
          label={t('approval_levels.categories')}
          hint={t('approval_levels.categories_hint')}
          options={categories}
        />
      )}
    </FormDialog>
  );
}
