import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BatchMode, SessionRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { HoursText } from '@/components/HoursText';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { isRiyadhTime } from '@/lib/riyadh';
import { CalendarLink } from './calendar/CalendarLink';
import { TimeZoneNote } from './TimeZoneNote';

/** A batch's sessions in Saudi time; online ones also in the user's time zone if it differs. */
export function SessionList({
  sessions,
  mode,
  batchId,
}: {
  /** Participants also see the link of an online session. */
  sessions: readonly (SessionRead & { online_url?: string | null })[];
  mode: BatchMode;
  /** The ID of a published batch, whose calendar file is public. */
  batchId?: string;
}) {
  const { t } = useTranslation();
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
            <Box>
              <Typography>{localized(session, 'title', locale)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[localized(session, 'venue', locale), localized(session, 'trainer', locale)]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
              {session.online_url && (
                <Link
                  href={session.online_url}
                  target="_blank"
                  rel="noreferrer"
                  variant="body2"
                  aria-label={t('batch_page.join_named', {
                    title: localized(session, 'title', locale),
                  })}
                >
                  {t('batch_page.join')}
                </Link>
              )}
            </Box>
            <Typography sx={{ color: 'text.secondary' }}>
              <HoursText session={session} />
              {mode === 'online' && !isRiyadhTime(session.starts_at) && (
                <OwnTimes session={session} />
              )}
            </Typography>
          </Box>
        ))}
      </Box>
      {sessions[0] && <TimeZoneNote />}
      {batchId && <CalendarLink batchId={batchId} />}
    </>
  );
}

/** The time in the user's zone, which may be another day. */
function OwnTimes({ session }: { session: SessionRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Box component="small" sx={{ display: 'block' }}>
      {t('batch_page.own_times', {
        day: formatDate(session.starts_at, locale, 'weekday', own),
        from: formatDate(session.starts_at, locale, 'time', own),
        to: formatDate(session.ends_at, locale, 'time', own),
      })}
    </Box>
  );
}
