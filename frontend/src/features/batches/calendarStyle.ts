import type { SxProps, Theme } from '@mui/material/styles';

const event = '& .rbc-event, & .rbc-day-slot .rbc-background-event';
const lines =
  '& .rbc-month-view, & .rbc-time-view, & .rbc-header, & .rbc-day-bg, & .rbc-month-row, & .rbc-time-header-content, & .rbc-time-content, & .rbc-timeslot-group, & .rbc-time-header, & .rbc-agenda-table, & .rbc-agenda-table td, & .rbc-agenda-table th, & .rbc-time-content > * + * > *';

/** The library's calendar in the app's colours, also in the dark. */
export const calendarStyle: SxProps<Theme> = {
  '& .rbc-calendar': { fontFamily: 'inherit', height: 'auto' },
  '& .rbc-month-view': { minHeight: 640, borderRadius: 2, overflow: 'hidden' },
  '& .rbc-time-view': { height: 720, borderRadius: 2, overflow: 'hidden' },
  '&& .rbc-agenda-view table.rbc-agenda-table': { borderRadius: 2 },
  [lines]: { borderColor: 'divider' },
  '& .rbc-day-slot .rbc-time-slot': { borderColor: 'transparent' },
  '& .rbc-header': { py: 1, fontWeight: 500 },
  '& .rbc-off-range-bg': { bgcolor: 'action.hover' },
  '& .rbc-off-range': { color: 'text.secondary' },
  '& .day-free': { bgcolor: 'surface.soft' },
  '& .rbc-today': { bgcolor: 'surface.tint' },
  [event]: {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    border: 1,
    borderColor: 'primary.main',
    borderRadius: 1.5,
    fontSize: 13,
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
  '& .rbc-agenda-event-cell': { cursor: 'pointer' },
  '& .rbc-agenda-table tr[class*="session-"]': { textDecorationColor: 'inherit' },
  '& .rbc-overlay': { bgcolor: 'background.paper', color: 'text.primary' },
};
