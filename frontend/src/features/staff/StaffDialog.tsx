import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { StaffDetail } from '@/api/identity';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { useRemove, useResume, useSendInvitation, useSuspend } from './queries';

/** Actions on a member besides editing. */
export type StaffQuestion = 'invite' | 'suspend' | 'resume' | 'remove';

interface StaffDialogProps {
  member: StaffDetail;
  question: StaffQuestion;
  onClose: () => void;
}

/** Confirms an action with its consequences. */
export function StaffDialog({ member, question, onClose }: StaffDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = localized(member, 'name', useLocale());
  const changes = {
    invite: useSendInvitation(),
    suspend: useSuspend(),
    resume: useResume(),
    remove: useRemove(),
  };
  const { mutate, isPending, error } = changes[question];
  return (
    <ConfirmDialog
      open
      title={t(`staff.confirm.${question}.title`, { name })}
      confirmLabel={t(`staff.do.${question}`)}
      color={question === 'suspend' || question === 'remove' ? 'error' : 'primary'}
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { profile_id: member.id } },
          {
            onSuccess: () => {
              toast.success(t(`staff.done.${question}`));
              onClose();
              if (question === 'remove') void navigate(paths.staff, { replace: true });
            },
          },
        )
      }
      onClose={onClose}
    >
      {t(`staff.confirm.${question}.text`, { email: member.email })}
    </ConfirmDialog>
  );
}
