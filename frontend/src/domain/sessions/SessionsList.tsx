import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { OwnSession, SessionRead } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { getDeviceName } from './deviceName';

interface SessionsListProps {
  sessions: readonly (SessionRead | OwnSession)[];
  pending: boolean;
  /** Undefined if sessions cannot be signed out. */
  onEnd?: (session: SessionRead) => void;
}

/** The signed-in browsers of a user; all but the current one can be signed out. */
export function SessionsList({ sessions, pending, onEnd }: SessionsListProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0, display: 'grid', gap: 2 }}>
      {sessions.map((session) => (
        <Session key={session.id} session={session} pending={pending} onEnd={onEnd} />
      ))}
    </Box>
  );
}

function Session({
  session,
  pending,
  onEnd,
}: { session: SessionRead | OwnSession } & Pick<SessionsListProps, 'pending' | 'onEnd'>) {
  const { t } = useTranslation();
  const name = getDeviceName(session.user_agent) || t('sessions.unknown');
  const isCurrent = 'is_current' in session && session.is_current;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap title={session.user_agent}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Trans
            i18nKey="sessions.used"
            components={{ date: <DateText value={session.used_at} style="datetime" /> }}
          />
        </Typography>
      </Box>
      {isCurrent && <Chip size="small" color="success" label={t('sessions.current')} />}
      {onEnd && !isCurrent && (
        <Button
          size="small"
          color="error"
          sx={{ flexShrink: 0 }}
          disabled={pending}
          aria-label={t('sessions.end_named', { name })}
          onClick={() => onEnd(session)}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Box>
  );
}
