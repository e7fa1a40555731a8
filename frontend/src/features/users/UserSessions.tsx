import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AccountDetail, SessionRead } from '@/api/identity';
import { ActionError } from '@/components/feedback/ActionError';
import { TitledCard } from '@/components/record/TitledCard';
import { SessionsList } from '@/domain/sessions/SessionsList';
import { toast } from '@/lib/toast';
import { useEndSession } from './queries';

/** The browsers in which a user is signed in, each with a sign-out button. */
export function UserSessions({ user }: { user: AccountDetail }) {
  const { t } = useTranslation();
  const end = useEndSession();
  const signOut = (session: SessionRead) =>
    end.mutate(
      { path: { user_id: user.id, session_id: session.id } },
      { onSuccess: () => toast.success(t('sessions.ended')) },
    );
  return (
    <TitledCard title={t('sessions.title')}>
      {user.sessions.length === 0 && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('users.no_sessions')}
        </Typography>
      )}
      <SessionsList
        sessions={user.sessions}
        pending={end.isPending}
        onEnd={user.can_edit ? signOut : undefined}
      />
      <ActionError error={end.error} />
    </TitledCard>
  );
}
