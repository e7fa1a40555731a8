import { type Locale, locales } from '@/i18n';

const MINUTE_MS = 60_000;

/** Formats minutes, with hours from 60 minutes on: "1 hour, 30 minutes". */
export function formatMinutes(minutes: number, locale: Locale): string {
  return new Intl.DurationFormat(locales[locale].intl, { style: 'long' }).format({
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  });
}

/**
 * Formats the time between two moments in its two largest units of days, hours and minutes; null
 * below one minute.
 */
export function formatTimeLeft(from: number, until: number, locale: Locale): string | null {
  const minutes = Math.floor((until - from) / MINUTE_MS);
  if (minutes < 1) return null;
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const format = new Intl.DurationFormat(locales[locale].intl, { style: 'long' });
  return format.format(days > 0 ? { days, hours } : { hours, minutes: minutes % 60 });
}
