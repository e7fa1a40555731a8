import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ContentType } from '@/api/approvals';
import { zLevelCreate } from '@/api/approvals/zod.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { SelectInput } from '@/components/form/SelectInput';
import { useContentTypes } from '@/domain/site/contentTypes';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { LevelFields, withoutNobody } from './LevelFields';
import { useAddLevel } from './queries';

/** Adds a level after the existing ones of a content type; its approvers are assigned next. */
export function LevelDialog({
  contentType,
  onClose,
}: {
  contentType: ContentType | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddLevel();
  const form = useZodForm(zLevelCreate, {
    content_type: contentType,
    name_en: '',
    name_ar: '',
    rule: 'any',
    target_days: 3,
    escalate_after: null,
    escalate_to: null,
  });
  return (
    <FormDialog
      form={form}
      title={t('approval_levels.add')}
      text={t('approval_levels.add_text')}
      saveLabel={t('approval_levels.add')}
      onSave={async (body) => {
        const { id } = await add.mutateAsync({ body: withoutNobody(body) });
        toast.success(t('common.saved'));
        void navigate(href(paths.approversAdd, {}, { level: id }));
      }}
      onClose={onClose}
    >
      <SelectInput
        control={form.control}
        name="content_type"
        label={t('approval_levels.content_type')}
        options={useContentTypes()}
        required
      />
      <LevelFields control={form.control} />
    </FormDialog>
  );
}
