import QrIcon from '@mui/icons-material/PinOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttendedSession } from '@/api/enrollment';
import {
  closeCheckInMutation,
  openCheckInMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { getTimeAfter, useCountdown } from '@/lib/useCountdown';
import { useInvalidate } from '@/lib/useInvalidate';
import { checkInQuery } from './queries';

const STEP_SECONDS = 30;

interface CheckInProps {
  batchId: string;
  session: AttendedSession;
  /** The number of participants. */
  people: number;
}

/** Lets candidates check in with a code that is shown in the room. */
export function CheckInButton(props: CheckInProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const open = useMutation({
    ...openCheckInMutation(),
    onSuccess: useInvalidate('attendance'),
  });
  const path = { batch_id: props.batchId, session_id: props.session.id };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<QrIcon />}
        loading={open.isPending}
        onClick={() => open.mutate({ path }, { onSuccess: () => setShown(true) })}
      >
        {t(props.session.check_in_open ? 'attendance.check_in.show' : 'attendance.check_in.open')}
      </Button>
      {open.error && <ActionError error={open.error} />}
      {shown && <CheckInDialog {...props} onClose={() => setShown(false)} />}
    </>
  );
}

/** Splits the six digits into two groups. */
const inTwo = (code: string) => `${code.slice(0, 3)}\u2009${code.slice(3)}`;

function CheckInDialog({
  batchId,
  session,
  people,
  onClose,
}: CheckInProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt, refetch } = useQuery(checkInQuery(batchId, session.id));
  const close = useMutation({
    ...closeCheckInMutation(),
    onSuccess: useInvalidate('attendance'),
  });
  const until = data ? dataUpdatedAt + data.seconds_left * 1000 : getTimeAfter(0);
  const left = useCountdown(until);
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose}>
      <DialogTitle>{t('attendance.check_in.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('attendance.check_in.how')}</Typography>
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={120} />}
        {data && !error && (
          <>
            <Typography
              component="output"
              dir="ltr"
              sx={{
                textAlign: 'center',
                fontSize: { xs: '3.5rem', sm: '6rem' },
                fontWeight: 700,
                fontVariantNumeric: 'tabular-nums',
                letterSpacing: '0.06em',
                lineHeight: 1.2,
              }}
            >
              {inTwo(data.code)}
            </Typography>
            <Box>
              <LinearProgress
                variant="determinate"
                value={(left / STEP_SECONDS) * 100}
                aria-label={t('attendance.check_in.until_next')}
                sx={{ height: 6, borderRadius: 3 }}
              />
              <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
                {t('attendance.check_in.next_in', { count: left })}
              </Typography>
            </Box>
            <Alert severity="info" icon={false}>
              {t('attendance.check_in.arrived', { count: data.checked_in, people })}
            </Alert>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button
          color="error"
          loading={close.isPending}
          onClick={() =>
            close.mutate(
              { path: { batch_id: batchId, session_id: session.id } },
              { onSuccess: onClose },
            )
          }
        >
          {t('attendance.check_in.close')}
        </Button>
        <Button onClick={onClose}>{t('attendance.check_in.hide')}</Button>
      </DialogActions>
    </Dialog>
  );
}
