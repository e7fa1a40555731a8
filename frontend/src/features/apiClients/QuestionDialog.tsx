import { useTranslation } from 'react-i18next';
import type { PartnerClientIssued, PartnerClientRead } from '@/api/identity';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useEndPrevious, useRevoke, useRotate } from './queries';

/** Actions on a client besides editing. */
export type Question = 'rotate' | 'end_previous' | 'revoke';

interface QuestionDialogProps {
  client: PartnerClientRead;
  question: Question;
  onIssued: (issued: PartnerClientIssued) => void;
  onClose: () => void;
}

/** Confirms an action with its consequences. */
export function QuestionDialog({ client, question, onIssued, onClose }: QuestionDialogProps) {
  const { t } = useTranslation();
  const rotate = useRotate();
  const end = useEndPrevious();
  const revoke = useRevoke();
  const { isPending, error } = { rotate, end_previous: end, revoke }[question];
  const done = () => {
    toast.success(t(`partners.done.${question}`));
    onClose();
  };
  const call = { path: { client_id: client.id } };
  const ask = {
    rotate: () =>
      rotate.mutate(call, {
        onSuccess: (issued) => {
          onClose();
          onIssued(issued);
        },
      }),
    end_previous: () => end.mutate(call, { onSuccess: done }),
    revoke: () => revoke.mutate(call, { onSuccess: done }),
  };
  return (
    <ConfirmDialog
      open
      title={t(`partners.confirm.${question}.title`, { name: client.name })}
      confirmLabel={t(`partners.do.${question}`)}
      color={question === 'rotate' ? 'primary' : 'error'}
      pending={isPending}
      error={error}
      onConfirm={ask[question]}
      onClose={onClose}
    >
      {t(`partners.confirm.${question}.text`)}
    </ConfirmDialog>
  );
}
