import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { asProblem } from '@/api/problem';
import { BottomBar } from '@/components/BottomBar';
import { ActionError } from '@/components/feedback/ActionError';
import { LinkButton } from '@/components/RouterLinks';
import { TotalNote } from '@/domain/Total';
import { refetchUser } from '@/lib/session';
import { toast } from '@/lib/toast';
import { href, paths, queryString } from '@/routes/paths';
import { type CandidateGate, refusedGate } from './gates';
import type { useEnroll } from './queries';
import type { EnrollOffer } from './useOffer';

const SEATS_FULL = 'batch.full';

/** The enroll button. If the last seat was taken in the meantime, it offers the waiting list. */
export function ConfirmEnrollment({
  batch,
  eligibility,
  enroll,
  waiting,
  onGate,
}: EnrollOffer & {
  /** A mutation of the page, because its callbacks are lost when the button unmounts. */
  enroll: ReturnType<typeof useEnroll>;
  /** No seat is left: enrolling means joining the waiting list. */
  waiting: boolean;
  /** Called when the server first requires something of the account. */
  onGate: (gate: CandidateGate) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const missed = asProblem(enroll.error)?.code === SEATS_FULL;
  const wait = waiting || missed;

  const request = batch.requires_acceptance ? 'enroll.send_request' : 'enroll.confirm';
  const label = wait ? 'enroll.join_waiting_list' : request;

  const others = paths.batches + queryString({ training_id: batch.training.id });

  const confirm = () =>
    enroll.mutate(
      { body: { batch_id: batch.id, join_waiting_list: wait } },
      {
        onSuccess: (enrollment) => {
          // Every other next step is reported by a notification with its own toast.
          if (enrollment.next_step === 'await_acceptance') toast.success(t('enroll.sent'));
          const ids = { id: batch.training.id, batchId: batch.id };
          void navigate(href(paths.myTraining, ids), { replace: true });
        },
        onError: (error) => {
          const gate = refusedGate(error);
          if (!gate) return;
          onGate(gate);
          void refetchUser();
        },
      },
    );

  return (
    <>
      {missed && (
        <Alert severity="info" role="alert">
          <AlertTitle>{t('enroll.missed')}</AlertTitle>
          {t(batch.waiting_list ? 'enroll.missed_text' : 'enroll.missed_last')}
        </Alert>
      )}
      {!missed && <ActionError error={enroll.error} />}
      {missed && !batch.waiting_list ? (
        <LinkButton to={others} variant="contained" size="large">
          {t('batch_page.other_batches')}
        </LinkButton>
      ) : (
        <>
          <BottomBar note={<TotalNote {...eligibility} />}>
            <Button variant="contained" size="large" loading={enroll.isPending} onClick={confirm}>
              {t(label)}
            </Button>
          </BottomBar>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(wait ? 'enroll.waiting_hint' : 'enroll.confirm_hint')}
          </Typography>
        </>
      )}
    </>
  );
}
