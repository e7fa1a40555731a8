import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionError } from '@/components/feedback/ActionError';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { SessionsList } from '@/domain/sessions/SessionsList';
import { toast } from '@/lib/toast';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './queries';

/** The user's signed-in browsers; all but the current one can be signed out. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(sessionsQuery());
  const end = useEndSession();
  const [asking, setAsking] = useState(false);
  return (
    <TitledCard title={t('sessions.title')} lead={t('sessions.lead')}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} />}
      {data && (
        <SessionsList
          sessions={data}
          pending={end.isPending}
          onEnd={({ id }) =>
            end.mutate(
              { path: { session_id: id } },
              { onSuccess: () => toast.success(t('sessions.ended')) },
            )
          }
        />
      )}
      <ActionError error={end.error} />
      {data && data.length > 1 && (
        <Button variant="outlined" sx={{ mt: 3 }} onClick={() => setAsking(true)}>
          {t('sessions.end_others')}
        </Button>
      )}
      {asking && <EndOthersDialog onClose={() => setAsking(false)} />}
    </TitledCard>
  );
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useEndOtherSessions();
  const done = () => {
    toast.success(t('sessions.ended_others'));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('sessions.end_others_title')}
      confirmLabel={t('sessions.end_others')}
      color="error"
      pending={isPending}
      error={error}
      onConfirm={() => mutate({}, { onSuccess: done })}
      onClose={onClose}
    >
      {t('sessions.end_others_text')}
    </ConfirmDialog>
  );
}
