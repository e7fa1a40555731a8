import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type DecisionCreate, decideApproval, type RequestRow } from '@/api/approvals';
import { localized, useLocale } from '@/i18n';
import { hold, takeBack } from '@/lib/held';
import { prepareKeepalive } from '@/lib/session';
import { toast } from '@/lib/toast';
import { invalidate } from '@/lib/useInvalidate';
import { useProblemText } from '@/lib/useProblemText';

/** Decides on a request after the time in which the toast takes that back; `useIsHeld` says of its
 * id that it is about to be. */
export function useHeldDecision() {
  const { t } = useTranslation();
  const locale = useLocale();
  const textOf = useProblemText();
  const client = useQueryClient();
  return (request: RequestRow, body: DecisionCreate) => {
    const { id } = request;
    const name = localized(request, 'name', locale);
    const title = `${t(`approvals.done.${body.decision}`)}: ${name}`;
    void prepareKeepalive();
    hold(id, async () => {
      try {
        await decideApproval({ path: { approval_id: id }, body, keepalive: true });
        toast.success(title);
      } catch (problem) {
        toast.error(`${name}: ${textOf(problem)}`);
      }
      toast.dismiss(id);
      await invalidate(client, ['approvals']);
    });
    const undo = () => {
      takeBack(id);
      toast.dismiss(id);
    };
    toast.info(title, { key: id, label: t('common.undo'), run: undo });
  };
}
