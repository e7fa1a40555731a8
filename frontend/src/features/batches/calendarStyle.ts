import type { SxProps, Theme } from '@mui/material/styles';

const event = '& .rbc-event, & .rbc-day-slot .rbc-background-event';
const lines =
  '& .rbc-month-view, & .rbc-time-view, & .rbc-header, & .rbc-day-bg, & .rbc-month-row, & .rbc-time-header-content, & .rbc-time-content, & .rbc-timeslot-group, & .rbc-time-header, & .rbc-agenda-table, & .rbc-agenda-table td, & .rbc-agenda-table th, & .rbc-time-content > * + * > *';

/** Styles the calendar library with the app's colours, including dark mode. */
export const calendarStyle: SxProps<Theme> = {
  overflowX: 'auto',
  '& .rbc-calendar': { fontFamily: 'inherit', height: 'auto' },
  // By default the library fills a fixed height.
  '& .rbc-month-view, & .rbc-time-view, & .rbc-agenda-table': {
    flex: 'none',
    bgcolor: 'background.paper',
    borderRadius: 2,
  },
  '& .rbc-month-view': { height: 720, overflow: 'hidden' },
  '& .rbc-time-view': { height: 720, minWidth: 720, overflow: 'hidden' },
  '& .rbc-agenda-view, & .rbc-agenda-view .rbc-agenda-content': {
    flex: 'none',
    overflow: 'visible',
  },
  // Hides the all-day row, because sessions have times.
  '& .rbc-allday-cell': { display: 'none' },
  '& button.rbc-button-link, & button.rbc-show-more': { fontFamily: 'inherit', fontSize: 13 },
  '& .rbc-label, & .rbc-agenda-table': { fontSize: 13 },
  [lines]: { borderColor: 'divider' },
  '& .rbc-day-slot .rbc-time-slot': { borderColor: 'transparent' },
  '& .rbc-header': { py: 1, fontWeight: 500, fontSize: { xs: 12, md: 14 } },
  '& .rbc-off-range-bg': { bgcolor: 'transparent' },
  '& .rbc-off-range': { color: 'text.secondary' },
  '& .day-free': { bgcolor: 'action.hover' },
  '& .rbc-today': { bgcolor: 'surface.tint' },
  [event]: {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    border: 1,
    // Concurrent sessions are side by side.
    borderColor: 'background.paper',
    borderRadius: 1.5,
    fontSize: { xs: 11, md: 13 },
  },
  '&& .session-draft': {
    bgcolor: 'background.paper',
    color: 'text.primary',
    borderColor: 'text.secondary',
    borderStyle: 'dashed',
  },
  '&& .session-cancelled': {
    bgcolor: 'action.disabledBackground',
    color: 'text.secondary',
    borderColor: 'transparent',
    textDecoration: 'line-through',
  },
  '& .rbc-show-more': { bgcolor: 'transparent', color: 'primary.main' },
  '& .rbc-event:focus-visible': { outline: '2px solid', outlineColor: 'text.primary' },
  '& .rbc-overlay': { bgcolor: 'background.paper', color: 'text.primary' },
};
