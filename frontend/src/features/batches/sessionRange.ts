import dayjs from 'dayjs';

const calendarViews = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The number of days in the agenda. */
export const AGENDA_DAYS = 30;
const DAYS = { month: 42, week: 7, agenda: AGENDA_DAYS };

export const parseView = (text: string | null) => calendarViews.find((view) => view === text);

/** Returns the days of a view around a day; weeks start on Sunday. */
export function getRange(view: CalendarView, day: string): { first_day: string; days: number } {
  const shown = dayjs(day);
  const around = view === 'month' ? shown.startOf('month') : shown;
  const first = view === 'agenda' ? shown : around.subtract(around.day(), 'day');
  return {
    first_day: first.format('YYYY-MM-DD'),
    days: DAYS[view],
  };
}
