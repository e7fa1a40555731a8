import { useTranslation } from 'react-i18next';
import { type DecisionCreate, decideApproval, type RequestRow } from '@/api/approvals';
import { localized, useLocale } from '@/i18n';
import { useUndoable } from '@/lib/useUndoable';

/** Decides on a request after the time in which that can be undone. */
export function useUndoableDecision() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { start } = useUndoable('approvals');
  return (request: RequestRow, body: DecisionCreate) => {
    const { id } = request;
    const name = localized(request, 'name', locale);
    const title = `${t(`approvals.done.${body.decision}`)}: ${name}`;
    start({
      id,
      run: () => decideApproval({ path: { approval_id: id }, body, keepalive: true }),
      pending: title,
      done: title,
      failed: t(`approvals.failed.${body.decision}`, { name }),
    });
  };
}
