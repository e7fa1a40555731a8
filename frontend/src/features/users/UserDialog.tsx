import { useTranslation } from 'react-i18next';
import type { AccountDetail } from '@/api/identity';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import {
  useDisable,
  useEnable,
  useEndSessions,
  useResetSecondFactor,
  useSendVerification,
} from './queries';

/** Actions on a user besides editing. */
export type UserQuestion = 'disable' | 'enable' | 'sign_out' | 'reset_factor' | 'verify' | 'invite';

const DANGEROUS: readonly UserQuestion[] = ['disable', 'sign_out', 'reset_factor'];

interface UserDialogProps {
  user: AccountDetail;
  question: UserQuestion;
  onClose: () => void;
}

/** Confirms an action with its consequences. */
export function UserDialog({ user, question, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const name = localized(user, 'name', useLocale());
  const verify = useSendVerification();
  const changes = {
    disable: useDisable(),
    enable: useEnable(),
    sign_out: useEndSessions(),
    reset_factor: useResetSecondFactor(),
    verify,
    invite: verify,
  };
  const { mutate, isPending, error } = changes[question];
  return (
    <ConfirmDialog
      open
      title={t(`users.confirm.${question}.title`, { name })}
      confirmLabel={t(`users.do.${question}`)}
      color={DANGEROUS.includes(question) ? 'error' : 'primary'}
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { user_id: user.id } },
          {
            onSuccess: () => {
              toast.success(t(`users.done.${question}`));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {t(`users.confirm.${question}.text`, { email: user.email })}
    </ConfirmDialog>
  );
}
