import 'dayjs/locale/ar-sa';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import BackIcon from '@mui/icons-material/ChevronLeftOutlined';
import NextIcon from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import dayjs from 'dayjs';
import type { TFunction } from 'i18next';
import {
  Calendar,
  type DateRangeFormatFunction,
  dayjsLocalizer,
  type EventProps,
  type Formats,
  type Messages,
  type ToolbarProps,
} from 'react-big-calendar';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { CalendarSession } from '@/api/catalog';
import { NonBreakingCodes } from '@/components/NonBreakingCodes';
import { localized, useLocale } from '@/i18n';
import { riyadhClock } from '@/lib/riyadh';
import { href, paths } from '@/routes/paths';
import { calendarStyle } from './calendarStyle';
import { AGENDA_DAYS, type CalendarView } from './sessionRange';

const localizer = dayjsLocalizer(dayjs);
const getBatchHref = ({ batch_id }: CalendarSession) => href(paths.manageBatch, { uuid: batch_id });
const SCROLLED_TO = new Date(1970, 0, 1, 7);

interface SessionCalendarProps {
  sessions: readonly CalendarSession[];
  isLoading: boolean;
  /** The visible day, as `YYYY-MM-DD`. */
  day: string;
  view: CalendarView;
  onShow: (next: { day?: string; view?: CalendarView }) => void;
}

/**
 * Sessions by month, week or as a list. The week begins on Sunday; Friday and Saturday are free.
 */
export function SessionCalendar({ sessions, isLoading, day, view, onShow }: SessionCalendarProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const open = (session: CalendarSession) => void navigate(getBatchHref(session));
  return (
    <Box sx={calendarStyle} aria-busy={isLoading}>
      <LinearProgress sx={{ visibility: isLoading ? 'visible' : 'hidden', mb: 1 }} />
      <Calendar<CalendarSession>
        localizer={localizer}
        culture={locale === 'ar' ? 'ar-sa' : 'en'}
        rtl={locale === 'ar'}
        events={[...sessions]}
        date={dayjs(day).toDate()}
        view={view}
        views={['month', 'week', 'agenda']}
        length={AGENDA_DAYS}
        scrollToTime={SCROLLED_TO}
        popup
        components={components}
        messages={getCalendarMessages(t)}
        formats={formats}
        startAccessor={({ starts_at }) => riyadhClock(starts_at)}
        endAccessor={({ ends_at }) => riyadhClock(ends_at)}
        getNow={() => riyadhClock(new Date().toISOString())}
        titleAccessor={(session) =>
          `${localized(session, 'training_title', locale)} · ${session.batch_code}`
        }
        tooltipAccessor={(session) => localized(session, 'title', locale)}
        eventPropGetter={({ status }) => ({ className: `session-${status}` })}
        dayPropGetter={(date) => (date.getDay() >= 5 ? { className: 'day-free' } : {})}
        onNavigate={(date) => onShow({ day: dayjs(date).format('YYYY-MM-DD') })}
        onView={(next) => onShow({ view: next as CalendarView })}
        onSelectEvent={open}
        onKeyPressEvent={(session, event) => {
          if ('key' in event && event.key === 'Enter') open(session);
        }}
      />
    </Box>
  );
}

function Toolbar({ label, view, onNavigate, onView }: ToolbarProps<CalendarSession>) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <Button variant="outlined" color="inherit" onClick={() => onNavigate('TODAY')}>
        {t('batches.calendar.today')}
      </Button>
      <IconButton aria-label={t('batches.calendar.previous')} onClick={() => onNavigate('PREV')}>
        <BackIcon sx={{ transform: 'scaleX(var(--flip))' }} />
      </IconButton>
      <IconButton aria-label={t('batches.calendar.next')} onClick={() => onNavigate('NEXT')}>
        <NextIcon sx={{ transform: 'scaleX(var(--flip))' }} />
      </IconButton>
      <Typography component="h2" variant="h6" aria-live="polite" sx={{ flex: '1 1 auto' }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label={t('batches.calendar.views')}
        onChange={(_, next) => next && onView(next)}
      >
        {(['month', 'week', 'agenda'] as const).map((name) => (
          <ToggleButton key={name} value={name}>
            {t(`batches.calendar.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}

const SessionTitle = ({ title }: EventProps<CalendarSession>) => <NonBreakingCodes text={title} />;

/** Renders a session as a link in the agenda; elsewhere the library renders a button. */
function AgendaEvent({ event, title }: EventProps<CalendarSession>) {
  return (
    <Link component={RouterLink} to={getBatchHref(event)}>
      <NonBreakingCodes text={title} />
    </Link>
  );
}

const days: DateRangeFormatFunction = ({ start, end }, culture, dates) =>
  dates
    ? `${dates.format(start, 'D MMMM', culture)} – ${dates.format(end, 'D MMMM YYYY', culture)}`
    : '';

const formats: Formats = {
  dayFormat: 'ddd D',
  agendaDateFormat: 'dddd D MMMM',
  agendaHeaderFormat: days,
  dayRangeHeaderFormat: days,
};

const components = { toolbar: Toolbar, event: SessionTitle, agenda: { event: AgendaEvent } };

const getCalendarMessages = (t: TFunction): Messages<CalendarSession> => ({
  date: t('batches.calendar.date'),
  time: t('batches.calendar.time'),
  event: t('batches.calendar.event'),
  allDay: t('batches.calendar.all_day'),
  noEventsInRange: t('batches.calendar.none'),
  showMore: (count) => t('batches.calendar.more', { number: count }),
});
