import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { ErasureObstacle, OwnErasure, ProfileType } from '@/api/identity';
import { zErasureCreate } from '@/api/identity/zod.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormDialog } from '@/components/form/FormDialog';
import { PasswordInput } from '@/components/form/PasswordInput';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { useZodForm } from '@/lib/forms';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { useAskForErasure, useOwnErasure, useWithdraw } from './queries';
import { RequestStatus } from './RequestStatus';

/** Returns the page for resolving an obstacle. */
function getObstaclePath(obstacle: ErasureObstacle, type: ProfileType | undefined): string {
  const isCandidate = type === 'candidate';
  if (obstacle === 'open_enrollment') return isCandidate ? paths.myTrainings : paths.enrollments;
  if (obstacle === 'organization_profile' || obstacle === 'admin_profile') return paths.contact;
  return isCandidate ? paths.myPayments : paths.payments;
}

const RUNNING: readonly string[] = ['checking', 'requested', 'approved'];

/** Requests the erasure of the account with the password, follows it, and withdraws it. */
export function EraseCard() {
  const { t } = useTranslation();
  const { data: erasure, error, refetch, isPending } = useOwnErasure();
  const [asking, setAsking] = useState(false);
  const runs = RUNNING.includes(erasure?.status ?? '');
  return (
    <TitledCard title={t('data.erase')}>
      <Box sx={{ display: 'grid', gap: 2.5, mt: 1.5, justifyItems: 'start' }}>
        <Typography sx={{ color: 'text.secondary' }}>{t('data.erase_text')}</Typography>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {erasure && erasure.status !== 'withdrawn' && <LatestErasure erasure={erasure} />}
        {!runs && (
          <Button
            variant="outlined"
            color="error"
            disabled={isPending}
            onClick={() => setAsking(true)}
          >
            {t(erasure ? 'data.erase_again' : 'data.erase_ask')}
          </Button>
        )}
      </Box>
      {asking && <AskDialog onClose={() => setAsking(false)} />}
    </TitledCard>
  );
}

function LatestErasure({ erasure }: { erasure: OwnErasure }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useWithdraw();
  const { profile } = useSession();
  return (
    <RequestStatus noun="erasure" asked={erasure}>
      {erasure.status === 'blocked' && (
        <Alert severity="warning">
          {t('data.blocked')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
            {erasure.obstacles.map((obstacle) => (
              <li key={obstacle}>
                <TextLink to={getObstaclePath(obstacle, profile?.type)}>
                  {t(`data.obstacles.${obstacle}`)}
                </TextLink>
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {erasure.status === 'rejected' && erasure.comment && (
        <Typography variant="body2">
          <Trans i18nKey="data.said" components={{ comment: <bdi>{erasure.comment}</bdi> }} />
        </Typography>
      )}
      <ActionError error={error} />
      {(erasure.status === 'checking' || erasure.status === 'requested') && (
        <Button
          size="small"
          loading={isPending}
          onClick={() => mutate({}, { onSuccess: () => toast.success(t('data.withdrawn')) })}
          sx={{ justifySelf: 'start' }}
        >
          {t('data.withdraw')}
        </Button>
      )}
    </RequestStatus>
  );
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const ask = useAskForErasure();
  const form = useZodForm(zErasureCreate, { password: '', reason: '' });
  return (
    <FormDialog
      form={form}
      title={t('data.erase_confirm')}
      text={t('data.erase_text')}
      saveLabel={t('data.erase_ask')}
      color="error"
      onSave={async (body) => {
        // The card shows the next step; a toast could contradict the following check.
        await ask.mutateAsync({ body });
      }}
      onClose={onClose}
    >
      <PasswordInput
        control={form.control}
        name="password"
        label={t('password.current')}
        hint={t('data.password_hint')}
      />
      <TextInput
        control={form.control}
        name="reason"
        label={t('data.reason')}
        multiline
        minRows={2}
      />
    </FormDialog>
  );
}
