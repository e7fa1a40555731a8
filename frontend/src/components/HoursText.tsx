import { useLocale } from '@/i18n';
import { formatHours } from '@/lib/format';

/** The hours of a session in Saudi time. */
export function HoursText({ session }: { session: { starts_at: string; ends_at: string } }) {
  return <span>{formatHours(session.starts_at, session.ends_at, useLocale())}</span>;
}
