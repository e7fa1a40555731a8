import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AttendedSession } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { HoursText } from '@/components/HoursText';

interface SessionPickerProps {
  sessions: readonly AttendedSession[];
  value: string;
  onChange: (sessionId: string) => void;
}

/** Selects a session of a batch by day and time. */
export function SessionPicker({ sessions, value, onChange }: SessionPickerProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      value={value}
      onChange={(_, next: string) => onChange(next)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={t('attendance.sessions')}
    >
      {sessions.map((session) => (
        <Tab
          key={session.id}
          value={session.id}
          sx={{ textTransform: 'none', alignItems: 'flex-start', textAlign: 'start' }}
          label={
            <>
              <span>
                <DateText value={session.starts_at} style="weekday" />
              </span>
              <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                <HoursText session={session} />
              </Typography>
            </>
          }
        />
      ))}
    </Tabs>
  );
}
