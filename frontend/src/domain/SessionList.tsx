import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SessionRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { localized, useLocale } from '@/i18n';
import { CalendarLink } from './calendar/CalendarLink';
import { TimeZoneNote } from './TimeZoneNote';

/** When a batch meets, in the reader's time zone. */
export function SessionList({
  sessions,
  batchId,
}: {
  sessions: readonly SessionRead[];
  /** Of a batch that is published, whose calendar file anybody may have. */
  batchId?: string;
}) {
  const locale = useLocale();
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {sessions.map((session) => (
          <Box
            component="li"
            key={session.id}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '180px 1fr auto' },
              columnGap: 2,
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Typography sx={{ fontWeight: 500 }}>
              <DateText value={session.starts_at} style="weekday" />
            </Typography>
            <Typography>{localized(session, 'title', locale)}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>
              <DateText value={session.starts_at} style="time" />
              {' – '}
              <DateText value={session.ends_at} style="time" />
            </Typography>
          </Box>
        ))}
      </Box>
      {sessions[0] && <TimeZoneNote at={sessions[0].starts_at} />}
      {batchId && <CalendarLink batchId={batchId} />}
    </>
  );
}
