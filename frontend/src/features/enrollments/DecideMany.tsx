import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptEnrollment, type EnrollmentRead, rejectEnrollment } from '@/api/enrollment';
import { localized, useLocale } from '@/i18n';
import { useCandidateName } from './CandidateName';
import { useRefreshDesk } from './deskQueries';
import { ReasonField, useReason } from './ReasonField';
import { useRefusalText } from './useRefusalText';

type Decision = 'accept' | 'reject';

/** What can be done with the requests that are marked; nothing while none is. */
export function DecideMany({ chosen, onClear }: { chosen: EnrollmentRead[]; onClear: () => void }) {
  const { t } = useTranslation();
  // The dialog keeps the requests it was opened with: the list changes under it.
  const [opened, setOpened] = useState<{ decision: Decision; requests: EnrollmentRead[] }>();
  const open = (decision: Decision) =>
    setOpened({
      decision,
      requests: chosen
        .filter(({ allowed_actions }) => allowed_actions.includes(decision))
        .sort((a, b) => a.created_at.localeCompare(b.created_at)),
    });
  const offers = (decision: Decision) =>
    chosen.some(({ allowed_actions }) => allowed_actions.includes(decision));
  return (
    <>
      {chosen.length > 0 && (
        <Box
          role="toolbar"
          aria-label={t('enrollments.decision')}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            mb: 2,
            px: 2,
            py: 1,
            borderRadius: 2,
            bgcolor: 'surface.tint',
            position: 'sticky',
            top: 72,
            zIndex: 'appBar',
          }}
        >
          <Typography role="status" sx={{ fontWeight: 600, marginInlineEnd: 'auto' }}>
            {t('enrollments.selected', { count: chosen.length })}
          </Typography>
          <Button
            variant="contained"
            size="small"
            disabled={!offers('accept')}
            onClick={() => open('accept')}
          >
            {t('enrollments.accept')}
          </Button>
          <Button variant="outlined" color="error" size="small" onClick={() => open('reject')}>
            {t('enrollments.reject')}
          </Button>
          <Button color="inherit" size="small" onClick={onClear}>
            {t('enrollments.clear_selection')}
          </Button>
        </Box>
      )}
      {opened && <DecideManyDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** An answer for each request: a problem, or null when it went well. */
type Results = ReadonlyMap<string, unknown>;

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
  const titleId = useId();
  const refresh = useRefreshDesk();
  const reason = useReason();
  const [results, setResults] = useState<Results>(new Map());
  const [phase, setPhase] = useState<'asking' | 'running' | 'over'>('asking');
  const stopped = useRef(false);
  const failures = [...results.values()].filter((problem) => problem !== null).length;

  // One after the other: each may take the last seat, and the first in the queue comes first.
  const run = async () => {
    if (decision === 'reject' && reason.missing) return reason.complain();
    setPhase('running');
    for (const { id } of requests) {
      if (stopped.current) break;
      const problem = await decide(decision, id, reason.text).then(
        () => null,
        (error: unknown) => error,
      );
      setResults((known) => new Map(known).set(id, problem));
    }
    setPhase('over');
    await refresh();
  };

  return (
    <Dialog
      open
      onClose={phase === 'running' ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId}>
        {t(`enrollments.decide_many.${decision}_title`, { count: requests.length })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {phase === 'asking' && (
          <div>
            <Typography sx={{ color: 'text.secondary' }}>
              {t(`enrollments.decide_many.${decision}_text`)}
            </Typography>
            {decision === 'reject' && <ReasonField {...reason.field} />}
          </div>
        )}
        {phase === 'running' && (
          <div>
            <LinearProgress
              variant="determinate"
              value={(100 * results.size) / requests.length}
              aria-labelledby={titleId}
            />
            <Typography variant="body2" sx={{ mt: 1 }}>
              {t('enrollments.decide_many.progress', {
                done: results.size,
                total: requests.length,
              })}
            </Typography>
          </div>
        )}
        {phase === 'over' && (
          <Alert severity={failures > 0 ? 'warning' : 'success'}>
            {t('enrollments.decide_many.result', { count: results.size - failures })}
            {failures > 0 && <> {t('enrollments.decide_many.failed', { count: failures })}</>}
          </Alert>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {requests.map((request) => (
            <RequestLine
              key={request.id}
              request={request}
              started={phase !== 'asking'}
              result={results.get(request.id)}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {phase === 'asking' && (
          <>
            <Button color="inherit" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              variant="contained"
              color={decision === 'reject' ? 'error' : 'primary'}
              onClick={() => void run()}
            >
              {t(`enrollments.${decision}`)}
            </Button>
          </>
        )}
        {phase === 'running' && (
          <Button
            color="inherit"
            onClick={() => {
              stopped.current = true;
            }}
          >
            {t('enrollments.decide_many.stop')}
          </Button>
        )}
        {phase === 'over' && (
          <Button variant="contained" onClick={onClose} autoFocus>
            {t('common.close')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const decide = (decision: Decision, enrollment_id: string, reason: string) =>
  decision === 'accept'
    ? acceptEnrollment({ path: { enrollment_id } })
    : rejectEnrollment({ path: { enrollment_id }, body: { reason } });

/** Who it is about, and how it went: undefined until it was their turn. */
function RequestLine({
  request,
  started,
  result,
}: {
  request: EnrollmentRead;
  started: boolean;
  result: unknown;
}) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const name = useCandidateName()(request.candidate);
  const batch = localized(request.batch, 'title', useLocale());
  let standing: ReactNode = null;
  if (result === null) {
    standing = <DoneIcon color="success" titleAccess={t('enrollments.decide_many.done')} />;
  } else if (result !== undefined) {
    standing = <FailedIcon color="error" titleAccess={t('enrollments.decide_many.not_done')} />;
  } else if (started) {
    standing = <WaitingIcon color="disabled" titleAccess={t('enrollments.decide_many.waiting')} />;
  }
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      {standing}
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {batch} · <bdi dir="ltr">{request.batch.code}</bdi>
        </Typography>
        {result !== null && result !== undefined && (
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            {refusalText(result)}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
