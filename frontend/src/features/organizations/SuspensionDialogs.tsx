import { useTranslation } from 'react-i18next';
import type { OrganizationDetail } from '@/api/identity';
import { zSuspension } from '@/api/identity/zod.gen';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useResume, useSuspend } from './queries';

const MAX_LENGTH = 500;

interface DialogProps {
  organization: OrganizationDetail;
  onClose: () => void;
}

/** Suspends the organization with a reason for its members. */
export function SuspendDialog({ organization, onClose }: DialogProps) {
  const { t } = useTranslation();
  const name = localized(organization, 'name', useLocale());
  const suspend = useSuspend();
  const form = useZodForm(zSuspension, { reason: '' });
  return (
    <FormDialog
      form={form}
      title={t('organizations.suspend_title', { name })}
      text={t('organizations.suspend_text')}
      saveLabel={t('organizations.suspend')}
      color="error"
      onSave={async (body) => {
        await suspend.mutateAsync({ path: { organization_id: organization.id }, body });
        toast.success(t('organizations.suspend_done'));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="reason"
        label={t('organizations.suspend_reason')}
        hint={t('organizations.suspend_reason_hint')}
        multiline
        minRows={3}
        required
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
      />
    </FormDialog>
  );
}

/** Confirms ending the suspension. */
export function ResumeDialog({ organization, onClose }: DialogProps) {
  const { t } = useTranslation();
  const name = localized(organization, 'name', useLocale());
  const { mutate, isPending, error } = useResume();
  return (
    <ConfirmDialog
      open
      title={t('organizations.resume_title', { name })}
      confirmLabel={t('organizations.resume')}
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { organization_id: organization.id } },
          {
            onSuccess: () => {
              toast.success(t('organizations.resume_done'));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {t('organizations.resume_text')}
    </ConfirmDialog>
  );
}
