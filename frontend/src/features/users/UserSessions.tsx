import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AccountDetail, SessionRead } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { toast } from '@/lib/toast';
import { useEndSession } from './queries';
import { deviceOf } from './words';

/** The browsers in which a user is signed in; each can be signed out. */
export function UserSessions({ user }: { user: AccountDetail }) {
  const { t } = useTranslation();
  const end = useEndSession();
  const signOut = (session: SessionRead) =>
    end.mutate(
      { path: { user_id: user.id, session_id: session.id } },
      { onSuccess: () => toast.success(t('users.done.sign_out_one')) },
    );
  return (
    <TitledCard title={t('users.sessions')}>
      {user.sessions.length === 0 && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('users.no_sessions')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 2 }}>
        {user.sessions.map((session) => (
          <Box
            component="li"
            key={session.id}
            sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography noWrap title={session.user_agent}>
                <bdi dir="ltr">{deviceOf(session.user_agent) || t('users.unknown_device')}</bdi>
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('users.used')} <DateText value={session.used_at} style="datetime" />
              </Typography>
            </Box>
            {user.can_edit && (
              <Button
                size="small"
                color="error"
                sx={{ flexShrink: 0 }}
                disabled={end.isPending}
                aria-label={t('users.end_session', { name: deviceOf(session.user_agent) })}
                onClick={() => signOut(session)}
              >
                {t('users.end')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      <ErrorAlert error={end.error} />
    </TitledCard>
  );
}
