import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decideApproval, type RequestRow } from '@/api/approvals';
import { BulkRun } from '@/components/feedback/BulkRun';
import { useSequence } from '@/components/feedback/useSequence';
import { BulkBar } from '@/components/list/BulkBar';
import { localized, useLocale } from '@/i18n';
import { useInvalidate } from '@/lib/useInvalidate';
import { useProblemText } from '@/lib/useProblemText';

/** Actions for selected requests; renders nothing without a selection. */
export function ApproveMany({
  chosen,
  onClear,
}: {
  chosen: readonly RequestRow[];
  onClear: () => void;
}) {
  const { t } = useTranslation();
  // The dialog keeps its initial requests, because the list behind it changes.
  const [opened, setOpened] = useState<readonly RequestRow[]>();
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar label={t('approvals.decide')} count={chosen.length} onClear={onClear}>
          <Button
            variant="contained"
            size="small"
            data-row-key="a"
            onClick={() => setOpened(chosen)}
          >
            {t('approvals.do.approved')}
          </Button>
        </BulkBar>
      )}
      {opened && <ApproveManyDialog requests={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Approves requests sequentially, and lists skipped ones with their reason. */
function ApproveManyDialog({
  requests,
  onClose,
}: {
  requests: readonly RequestRow[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const refresh = useInvalidate('approvals');
  const approve = useCallback(
    ({ id, step }: RequestRow) =>
      decideApproval({ path: { approval_id: id }, body: { decision: 'approved', step } }),
    [],
  );
  const run = useSequence(requests, approve);
  return (
    <BulkRun
      title={t('approvals.many.title', { count: requests.length })}
      run={run}
      lines={requests.map((request) => ({
        id: request.id,
        title: localized(request, 'name', locale),
        note: t(`approvals.content.${request.content_type}`),
      }))}
      confirmLabel={t('approvals.do.approved')}
      resultText={(done, failed) =>
        [
          t('approvals.many.done', { count: done }),
          failed > 0 && t('approvals.many.skipped', { count: failed }),
        ]
          .filter(Boolean)
          .join(t('table.list_separator'))
      }
      problemText={useProblemText()}
      onStart={() => void run.start().then(() => refresh())}
      onRetry={() => void run.retry().then(() => refresh())}
      onStop={run.stop}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>{t('approvals.many.text')}</Typography>
    </BulkRun>
  );
}
