import { type Locale, locales } from '@/i18n';
import { isRiyadhTime, RIYADH } from '../riyadh';
import { memoizeFormat } from './memoizeFormat';

const dateFormat = memoizeFormat(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export type DateStyle = 'date' | 'long' | 'datetime' | 'time' | 'weekday' | 'month';

// The 12-hour clock in both languages, as in the mails.
const clock = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  datetime: { day: 'numeric', month: 'short', year: 'numeric', ...clock },
  time: clock,
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
};

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Formats a date as Gregorian, with the language's month names and Latin digits. Timestamps are in
 * Saudi time, with the zone for users in other zones. A plain date (`2026-11-21`) is the same
 * everywhere.
 */
export function formatDate(
  value: string | Date,
  locale: Locale,
  style: DateStyle = 'date',
  zone = RIYADH,
): string {
  return getFormatter(value, locale, style, zone).format(new Date(value));
}

function getFormatter(
  value: string | Date,
  locale: Locale,
  style: DateStyle,
  zone: string,
  mayNameZone = true,
) {
  const dateOnly = typeof value === 'string' && DATE_ONLY.test(value);
  const options = { ...styles[style], timeZone: dateOnly ? 'UTC' : zone };
  const isNamed = mayNameZone && 'hour' in options && zone === RIYADH && !isRiyadhTime(value);
  return dateFormat(
    locales[locale].intl,
    isNamed ? { ...options, timeZoneName: 'short' } : options,
  );
}

/** Formats a day in the Umm al-Qura calendar, such as "17 Jumada II 1448 AH". */
export function formatHijri(day: string, locale: Locale): string {
  const calendar = new Intl.Locale(locales[locale].intl, { calendar: 'islamic-umalqura' });
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(calendar, parts).format(new Date(day));
}

/** Formats a range without repeating shared parts: "3 – 7 Dec 2026". */
export function formatDateRange(from: string | Date, to: string | Date, locale: Locale): string {
  return getFormatter(from, locale, 'date', RIYADH).formatRange(new Date(from), new Date(to));
}

/** Formats the hours of a session in Saudi time: "9:00 am – 1:00 pm". The zone follows once, if at all. */
export function formatHours(from: string, to: string, locale: Locale): string {
  // `formatRange` would add both dates to hours past midnight.
  const start = getFormatter(from, locale, 'time', RIYADH, false).format(new Date(from));
  return `${start} – ${formatDate(to, locale, 'time')}`;
}
