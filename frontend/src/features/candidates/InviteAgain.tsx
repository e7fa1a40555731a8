import { useTranslation } from 'react-i18next';
import type { CandidateDetail } from '@/api/identity';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { useSendInvitation } from './queries';

/** Resends an unanswered invitation after confirmation. */
export function InviteAgain({
  candidate,
  onClose,
}: {
  candidate: CandidateDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const name = localized(candidate, 'name', useLocale());
  const { email } = candidate;
  const { mutate, isPending, error } = useSendInvitation();
  const send = () =>
    mutate(
      { path: { profile_id: candidate.id } },
      {
        onSuccess: () => {
          toast.success(t('users.added', { email }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('candidates.invite_title', { name })}
      confirmLabel={t('candidates.invite')}
      pending={isPending}
      error={error}
      onConfirm={send}
      onClose={onClose}
    >
      {t('candidates.invite_text', { email })}
    </ConfirmDialog>
  );
}
