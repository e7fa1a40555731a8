import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BatchMode, SessionRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { localized, useLocale } from '@/i18n';
import { isRiyadhTime, RIYADH } from '@/lib/riyadh';
import { zoneOf } from './batchTimes';
import { CalendarLink } from './calendar/CalendarLink';
import { TimeZoneNote } from './TimeZoneNote';

/** When a batch meets: by the venue's clock, or online by the reader's, with Riyadh's beside it. */
export function SessionList({
  sessions,
  mode,
  batchId,
}: {
  /** Those who take part know the link of a session that is held online. */
  sessions: readonly (SessionRead & { online_url?: string | null })[];
  mode: BatchMode;
  /** Of a batch that is published, whose calendar file anybody may have. */
  batchId?: string;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const zone = zoneOf(mode);
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
              <DateText value={session.starts_at} style="weekday" zone={zone} />
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
              <Times session={session} zone={zone} />
              {!zone && !isRiyadhTime(session.starts_at) && <SaudiTimes session={session} />}
            </Typography>
          </Box>
        ))}
      </Box>
      {sessions[0] && <TimeZoneNote at={sessions[0].starts_at} mode={mode} />}
      {batchId && <CalendarLink batchId={batchId} />}
    </>
  );
}

function Times({ session, zone }: { session: SessionRead; zone?: string }) {
  return (
    <>
      <DateText value={session.starts_at} style="time" zone={zone} />
      {' – '}
      <DateText value={session.ends_at} style="time" zone={zone} />
    </>
  );
}

/** It may be another day there. */
function SaudiTimes({ session }: { session: SessionRead }) {
  const { t } = useTranslation();
  return (
    <Box component="small" sx={{ display: 'block' }}>
      {t('batch_page.saudi_time')}:{' '}
      <DateText value={session.starts_at} style="weekday" zone={RIYADH} />{' '}
      <Times session={session} zone={RIYADH} />
    </Box>
  );
}
