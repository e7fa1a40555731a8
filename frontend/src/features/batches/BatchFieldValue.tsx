import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { localized, useLocale } from '@/i18n';
import type { BatchInput, Named, SessionInput } from './batchForm';

/** The labels of the fields in a conflict, in the order of the form. */
export const batchLabels = {
  code: 'code',
  language: 'language',
  mode: 'mode',
  city_id: 'city',
  venue_en: 'venue_en',
  venue_ar: 'venue_ar',
  trainer_id: 'trainer',
  sessions: 'sessions',
  capacity: 'capacity',
  minimum: 'minimum',
  enrollment_opens_at: 'opens',
  enrollment_closes_at: 'closes',
  requires_acceptance: 'acceptance',
  waiting_list: 'waiting_list',
  price_minor: 'price',
  price_10_minor: 'price_10',
  price_50_minor: 'price_50',
  payment_window_hours: 'payment_window',
  free_cancellation_hours: 'free_cancellation',
  kept_percent: 'kept',
} as const satisfies Partial<Record<keyof BatchInput, string>>;

export type BatchField = keyof typeof batchLabels;
export const batchFields = Object.keys(batchLabels) as BatchField[];

/** The readable value of a form field; days and times are in Riyadh time. */
export function BatchFieldValue({ name, values }: { name: BatchField; values: BatchInput }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const value = values[name];
  if (value === null || value === undefined || value === '') return '–';
  switch (name) {
    case 'language':
      return t(`batch_language.${values.language}`);
    case 'mode':
      return t(`batch_mode.${values.mode}`);
    case 'city_id':
    case 'trainer_id':
      return localized(value as Named, 'name', locale);
    case 'sessions':
      return (
        <Box component="ol" sx={{ m: 0, paddingInlineStart: 2.5 }}>
          {values.sessions.map((session) => (
            <SessionLine key={`${session.day} ${session.starts_at}`} session={session} />
          ))}
        </Box>
      );
    case 'enrollment_opens_at':
    case 'enrollment_closes_at':
      return <DateText value={`${value}+03:00`} style="datetime" />;
    case 'requires_acceptance':
      return t(`batches.accepts.${values.requires_acceptance}`);
    case 'waiting_list':
      return t(`batches.waits.${values.waiting_list ?? true}`);
    case 'price_minor':
    case 'price_10_minor':
    case 'price_50_minor':
      return <Money amount={value as number} currency="SAR" />;
    default:
      return (
        <Box component="span" dir="auto">
          {String(value)}
        </Box>
      );
  }
}

function SessionLine({ session }: { session: SessionInput }) {
  const locale = useLocale();
  const places = [localized(session, 'venue', locale), session.online_url].filter(Boolean);
  return (
    <li>
      {localized(session, 'title', locale)}: <DateText value={session.day} style="weekday" />{' '}
      <bdi>
        {session.starts_at}–{session.ends_at}
      </bdi>
      {session.trainer_id && ` · ${localized(session.trainer_id, 'name', locale)}`}
      {places.length > 0 && ` · ${places.join(' · ')}`}
    </li>
  );
}
