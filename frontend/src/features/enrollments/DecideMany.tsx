import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptEnrollment, type EnrollmentRead, rejectEnrollment } from '@/api/enrollment';
import { BulkRun, type Run } from '@/components/feedback/BulkRun';
import { useSequence } from '@/components/feedback/useSequence';
import { BulkBar } from '@/components/list/BulkBar';
import type { SelectAll } from '@/components/list/useSelection';
import { usePersonName } from '@/components/Person';
import { localized, useLocale } from '@/i18n';
import { emitResolved } from '@/lib/resolved';
import { BeforeAcceptingMany } from './BeforeAccepting';
import { useRefreshDesk } from './deskQueries';
import { ReasonField, useReasonForm } from './ReasonField';
import { useRefusalText } from './useRefusalText';

type Decision = 'accept' | 'reject';

/** Maximum number of requests listed individually. */
const MAX_SHOWN = 100;

/** Actions for selected requests; renders nothing without a selection. */
export function DecideMany({
  chosen,
  all = null,
  onClear,
}: {
  chosen: EnrollmentRead[];
  all?: SelectAll | null;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  // The dialog keeps its initial requests, because the list behind it changes.
  const [opened, setOpened] = useState<{ decision: Decision; requests: EnrollmentRead[] }>();
  const filterAllowed = (decision: Decision) =>
    chosen.filter(({ allowed_actions }) => allowed_actions.includes(decision));
  const open = (decision: Decision) =>
    setOpened({
      decision,
      // Each may take the last seat, so the first in the queue is accepted first.
      requests: filterAllowed(decision).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    });
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          label={t('enrollments.decision')}
          count={chosen.length}
          all={all}
          onClear={onClear}
        >
          <Button
            variant="contained"
            size="small"
            data-row-key="a"
            disabled={filterAllowed('accept').length === 0}
            onClick={() => open('accept')}
          >
            {t('enrollments.accept')}
          </Button>
          <Button
            variant="outlined"
            color="error"
            size="small"
            data-row-key="r"
            onClick={() => open('reject')}
          >
            {t('enrollments.reject')}
          </Button>
        </BulkBar>
      )}
      {opened && <DecideManyDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function DecideManyDialog({
  decision,
  requests,
  onClose,
}: {
  decision: Decision;
  requests: EnrollmentRead[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePersonName();
  const refresh = useRefreshDesk();
  const form = useReasonForm();
  const run = useSequence(requests, ({ id }) => decide(decision, id, form.getValues('reason')));
  const start = async () => {
    await run.start();
    await refresh();
  };
  const retry = async () => {
    await run.retry();
    await refresh();
  };
  const startRejecting = form.handleSubmit(start);
  return (
    <BulkRun
      title={t(`enrollments.decide_many.${decision}_title`, { count: requests.length })}
      run={run}
      lines={findShownRequests(requests, run).map(({ id, candidate, batch }) => ({
        id,
        title: nameOf(candidate),
        note: (
          <>
            {localized(batch, 'title', locale)} · <bdi dir="ltr">{batch.code}</bdi>
          </>
        ),
      }))}
      confirmLabel={t(`enrollments.${decision}`)}
      color={decision === 'reject' ? 'error' : 'primary'}
      resultText={(done, failed) =>
        [
          t(`enrollments.decide_many.${decision}_result`, { count: done }),
          failed > 0 && t('enrollments.decide_many.failed', { count: failed }),
        ]
          .filter(Boolean)
          .join(t('table.list_separator'))
      }
      problemText={useRefusalText()}
      onStart={() => void (decision === 'reject' ? startRejecting() : start())}
      onRetry={() => void retry()}
      onStop={run.stop}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        {t(`enrollments.decide_many.${decision}_text`)}
      </Typography>
      {decision === 'accept' && <BeforeAcceptingMany requests={requests} />}
      {decision === 'reject' && (
        <Box sx={{ mt: 2.5 }}>
          <ReasonField control={form.control} />
        </Box>
      )}
    </BulkRun>
  );
}

/** The requests of a page; for larger jobs only the failed ones. */
const findShownRequests = (requests: EnrollmentRead[], { results }: Run) =>
  requests.length <= MAX_SHOWN ? requests : requests.filter(({ id }) => Boolean(results.get(id)));

async function decide(decision: Decision, enrollment_id: string, reason: string): Promise<void> {
  if (decision === 'accept') await acceptEnrollment({ path: { enrollment_id } });
  else await rejectEnrollment({ path: { enrollment_id }, body: { reason: reason.trim() } });
  emitResolved(enrollment_id);
}
