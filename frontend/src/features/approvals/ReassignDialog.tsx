import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RequestDetail } from '@/api/approvals';
import { zHandoverCreate } from '@/api/approvals/zod.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { TextInput } from '@/components/form/TextInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { adminsQuery, useReassign } from './queries';

const MAX_LENGTH = 500;

/** Reassigns the current level of a request to other approvers, with a reason. */
export function ReassignDialog({
  request,
  onClose,
}: {
  request: RequestDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery(adminsQuery);
  const reassign = useReassign(request.id);
  const form = useZodForm(zHandoverCreate, { step: request.step, user_ids: [], reason: '' });
  return (
    <FormDialog
      form={form}
      title={t('handovers.reassign')}
      text={t('handovers.reassign_text')}
      saveLabel={t('handovers.reassign')}
      onSave={async (body) => {
        await reassign.mutateAsync({ path: { approval_id: request.id }, body });
        toast.success(t('handovers.reassigned'));
      }}
      onClose={onClose}
    >
      <MultiSelectInput
        control={form.control}
        name="user_ids"
        label={t('handovers.assignees')}
        hint={t('handovers.assignees_hint')}
        options={(data?.data ?? []).map((admin) => ({
          value: admin.user_id,
          label: localized(admin, 'name', locale),
        }))}
        required
      />
      <TextInput
        control={form.control}
        name="reason"
        label={t('approvals.reason')}
        hint={t('handovers.reason_hint')}
        multiline
        minRows={2}
        required
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
      />
    </FormDialog>
  );
}
