import { type Locale, locales } from '@/i18n';
import { kept } from './kept';

const dateFormat = kept(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export type DateStyle = 'date' | 'long' | 'datetime' | 'time' | 'weekday' | 'month';

// Twelve hours in both languages, as in the mails.
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
 * A date as people read it: Gregorian, with the language's month names and Latin digits. A
 * timestamp is shown in the reader's time zone, or in `zone`; a plain date (`2026-11-21`) is the same
 * everywhere.
 */
export function formatDate(
  value: string | Date,
  locale: Locale,
  style: DateStyle = 'date',
  zone?: string,
): string {
  return formatOf(value, locale, style, zone).format(new Date(value));
}

function formatOf(value: string | Date, locale: Locale, style: DateStyle, zone?: string) {
  const dateOnly = typeof value === 'string' && DATE_ONLY.test(value);
  const timeZone = dateOnly ? 'UTC' : zone;
  // Whoever travels has another clock the next time.
  const offset = timeZone === undefined ? new Date(value).getTimezoneOffset() : 0;
  return dateFormat(locales[locale].intl, { ...styles[style], timeZone }, offset);
}

/** The same day in the calendar of Umm al-Qura, as certificates print it beside the other: "17 Jumada II 1448 AH". */
export function formatHijri(day: string, locale: Locale): string {
  const calendar = new Intl.Locale(locales[locale].intl, { calendar: 'islamic-umalqura' });
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(calendar, parts).format(new Date(day));
}

/** The name of the reader's time zone at a moment: "Arabian Standard Time". */
export function timeZoneName(at: string | Date, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locales[locale].intl, { timeZoneName: 'long' });
  const name = format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName');
  return name?.value ?? '';
}

/** Two dates as a span, with what they share said once: "3 – 7 Dec 2026". */
export function formatDateRange(
  from: string | Date,
  to: string | Date,
  locale: Locale,
  zone?: string,
): string {
  return formatOf(from, locale, 'date', zone).formatRange(new Date(from), new Date(to));
}
