import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isTransient } from '@/lib/fault';

/** The progress of a bulk action: a polled job of the server, or a sequence of the page. */
export interface Run {
  phase: 'asking' | 'running' | 'over';
  /** The results by ID: a problem, or null for success. */
  results: ReadonlyMap<string, unknown>;
  total: number;
}

/** A record of the job. */
interface RunLine {
  id: string;
  title: ReactNode;
  note?: ReactNode;
}

interface BulkRunProps {
  title: string;
  run: Run;
  /** The affected records; for a large job only the failed ones. */
  lines: readonly RunLine[];
  /** The consequences and further inputs, shown before the start. */
  children: ReactNode;
  confirmLabel: string;
  color?: ButtonProps['color'];
  /** The result in words: "8 accepted", "2 failed". */
  resultText: (done: number, failed: number) => string;
  problemText: (problem: unknown) => string;
  onStart: () => void;
  /** Retries transient failures; undefined if the server retries. */
  onRetry?: () => void;
  /** Undefined if the run cannot be stopped. */
  onStop?: () => void;
  onClose: () => void;
}

/** Returns whether a result is a failure that a retry may resolve. */
export const canContinue = (result: unknown): boolean =>
  result !== null && result !== undefined && isTransient(result);

/** Confirms a bulk action, shows its progress and reports the result of each record. */
export function BulkRun({
  title,
  run,
  lines,
  children,
  confirmLabel,
  color = 'primary',
  resultText,
  problemText,
  onStart,
  onRetry,
  onStop,
  onClose,
}: BulkRunProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { phase, results, total } = run;
  const failed = [...results.values()].filter((problem) => problem !== null).length;
  return (
    <Dialog
      open
      onClose={phase === 'running' ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {phase === 'asking' && <div>{children}</div>}
        {phase === 'running' && <Progress done={results.size} total={total} titleId={titleId} />}
        {phase === 'over' && (
          <Alert severity={failed > 0 ? 'warning' : 'success'}>
            {resultText(results.size - failed, failed)}
          </Alert>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              started={phase !== 'asking'}
              result={results.get(line.id)}
              problemText={problemText}
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
            <Button variant="contained" color={color} onClick={onStart}>
              {confirmLabel}
            </Button>
          </>
        )}
        {phase === 'running' && onStop && (
          <Button color="inherit" onClick={onStop}>
            {t('bulk.stop')}
          </Button>
        )}
        {phase === 'over' && onRetry && [...results.values()].some(canContinue) && (
          <Button onClick={onRetry}>{t('common.try_again')}</Button>
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

function Progress({ done, total, titleId }: { done: number; total: number; titleId: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <LinearProgress
        variant="determinate"
        value={total > 0 ? Math.round((100 * done) / total) : 0}
        aria-labelledby={titleId}
      />
      <Typography variant="body2" sx={{ mt: 1 }}>
        {t('bulk.progress', { done, total })}
      </Typography>
    </div>
  );
}

/** A record with its result; undefined while pending. */
function Line({
  line: { title, note },
  started,
  result,
  problemText,
}: {
  line: RunLine;
  started: boolean;
  result: unknown;
  problemText: (problem: unknown) => string;
}) {
  const { t } = useTranslation();
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      {result === null && <DoneIcon color="success" titleAccess={t('bulk.done')} />}
      {result !== null && result !== undefined && (
        <FailedIcon color="error" titleAccess={t('bulk.not_done')} />
      )}
      {result === undefined && started && (
        <WaitingIcon color="disabled" titleAccess={t('bulk.waiting')} />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
        {note && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {note}
          </Typography>
        )}
        {result !== null && result !== undefined && (
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            {problemText(result)}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
