import i18next from 'i18next';
import type { BatchCreate, ManagedBatch, PlaceName, SessionWrite } from '@/api/catalog';
import { zBatchCreate, zSessionWrite } from '@/api/catalog/zod.gen';
import { z } from '@/lib/forms';
import { getRiyadhDay, getRiyadhTime, toInstant } from '@/lib/riyadh';

/** A selected record in the form, with its names for display. */
export interface Named {
  id: string;
  name_en: string;
  name_ar: string;
}

export interface TrainingChoice {
  id: string;
  code: string;
  title_en: string;
  title_ar: string;
}

/** A record with its ID. */
const idSchema = <Item extends { id: string }>() =>
  z.pipe(
    z.nullable(z.custom<Item>()),
    z.transform((item) => item?.id ?? null),
  );

const requiredId = <Item extends { id: string }>() =>
  z.pipe(
    z.nullable(z.custom<Item>()),
    z.transform((item, { issues }) => {
      if (item) return item.id;
      issues.push({ code: 'custom', input: item, message: i18next.t('validation.required') });
      return z.NEVER;
    }),
  );

const time = z.string().check(z.regex(/^\d{2}:\d{2}$/));
const line = z.string().check(z.trim(), z.maxLength(300));
const moment = z.pipe(
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/)),
  z.transform((text) => toInstant(text.slice(0, 10), text.slice(11, 16))),
);

export const onlineUrl = z.pipe(
  z.string().check(z.trim(), z.maxLength(500), z.regex(/^$|^https:\/\/[^\s<>"]+$/)),
  z.transform((address) => address || null),
);

const DAY_MS = 24 * 3_600_000;
// The service's limit for planned sessions; a longer one would end before it starts.
const LONGEST_OVERNIGHT_MS = 12 * 3_600_000;

/** Returns the end of a session, on the next day if it passes midnight. */
function getSessionEnd(day: string, starts_at: string, ends_at: string): string {
  const end = toInstant(day, ends_at);
  const overnight = Date.parse(end) + DAY_MS - Date.parse(toInstant(day, starts_at));
  const isNextDay = ends_at <= starts_at && overnight <= LONGEST_OVERNIGHT_MS;
  return isNextDay ? new Date(Date.parse(end) + DAY_MS).toISOString() : end;
}

const session = z.pipe(
  z.object({
    id: z.nullable(z.uuid()),
    title_en: zSessionWrite.shape.title_en,
    title_ar: zSessionWrite.shape.title_ar,
    day: z.iso.date(),
    starts_at: time,
    ends_at: time,
    venue_en: line,
    venue_ar: line,
    online_url: onlineUrl,
    trainer_id: idSchema<Named>(),
  }),
  z.transform(
    ({ day, starts_at, ends_at, ...rest }): SessionWrite => ({
      ...rest,
      starts_at: toInstant(day, starts_at),
      ends_at: getSessionEnd(day, starts_at, ends_at),
    }),
  ),
);

/** The form of a batch; times are in Riyadh time. */
export const batchForm = z.extend(zBatchCreate, {
  training_id: requiredId<TrainingChoice>(),
  city_id: idSchema<Named>(),
  trainer_id: idSchema<Named>(),
  code: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9-]{1,29}$/)),
  venue_en: line,
  venue_ar: line,
  enrollment_opens_at: moment,
  enrollment_closes_at: moment,
  sessions: z.array(session).check(z.minLength(1), z.maxLength(120)),
});

export type BatchInput = z.input<typeof batchForm>;
export type SessionInput = BatchInput['sessions'][number];

export const emptySession: SessionInput = {
  id: null,
  title_en: '',
  title_ar: '',
  day: '',
  starts_at: '09:00',
  ends_at: '13:00',
  venue_en: '',
  venue_ar: '',
  online_url: '',
  trainer_id: null,
};

/** The initial values of a new batch, optionally with its training. */
export const emptyBatch = (training: TrainingChoice | null): BatchInput => ({
  training_id: training,
  code: '',
  mode: 'in_person',
  language: 'ar',
  city_id: null,
  venue_en: '',
  venue_ar: '',
  trainer_id: null,
  enrollment_opens_at: '',
  enrollment_closes_at: '',
  // Null until typed, because a price of 0 makes the batch free.
  price_minor: null as unknown as number,
  price_10_minor: null,
  price_50_minor: null,
  currency: 'SAR',
  capacity: null as unknown as number,
  minimum: null,
  requires_acceptance: false,
  waiting_list: true,
  payment_window_hours: null,
  free_cancellation_hours: 48,
  kept_percent: 100,
  sessions: [],
  accept_clashes: false,
});

const localMoment = (moment: string) => `${getRiyadhDay(moment)}T${getRiyadhTime(moment)}`;

/** Converts a batch to form values. */
export const batchInput = (batch: ManagedBatch): BatchInput => ({
  training_id: batch.training,
  code: batch.code,
  mode: batch.mode,
  language: batch.language,
  city_id: batch.city as (PlaceName & Named) | null,
  venue_en: batch.venue_en,
  venue_ar: batch.venue_ar,
  trainer_id: batch.trainer_id
    ? { id: batch.trainer_id, name_en: batch.trainer_en, name_ar: batch.trainer_ar }
    : null,
  enrollment_opens_at: localMoment(batch.enrollment_opens_at),
  enrollment_closes_at: localMoment(batch.enrollment_closes_at),
  price_minor: batch.price_minor,
  price_10_minor: batch.price_10_minor,
  price_50_minor: batch.price_50_minor,
  currency: 'SAR',
  capacity: batch.capacity,
  minimum: batch.minimum,
  requires_acceptance: batch.requires_acceptance,
  waiting_list: batch.waiting_list,
  payment_window_hours: batch.payment_window_hours,
  free_cancellation_hours: batch.free_cancellation_hours,
  kept_percent: batch.kept_percent,
  sessions: batch.sessions.map((session) => ({
    id: session.id,
    title_en: session.title_en,
    title_ar: session.title_ar,
    day: getRiyadhDay(session.starts_at),
    starts_at: getRiyadhTime(session.starts_at),
    ends_at: getRiyadhTime(session.ends_at),
    venue_en: session.venue_en,
    venue_ar: session.venue_ar,
    online_url: session.online_url ?? '',
    trainer_id: session.trainer_id
      ? { id: session.trainer_id, name_en: session.trainer_en, name_ar: session.trainer_ar }
      : null,
  })),
  accept_clashes: false,
});

const WEEK_MS = 7 * DAY_MS;

/** A copy of the batch, moved by whole weeks until its first session is in the future. */
export function copyBatch(batch: ManagedBatch, now = Date.now()): BatchInput {
  const past = now - Date.parse(batch.starts_at);
  const by = past < 0 ? WEEK_MS : (Math.floor(past / WEEK_MS) + 1) * WEEK_MS;
  const later = (moment: string) => new Date(Date.parse(moment) + by).toISOString();
  const copy = batchInput({
    ...batch,
    enrollment_opens_at: later(batch.enrollment_opens_at),
    enrollment_closes_at: later(batch.enrollment_closes_at),
    sessions: batch.sessions.map((session) => ({
      ...session,
      starts_at: later(session.starts_at),
      ends_at: later(session.ends_at),
    })),
  });
  return {
    ...copy,
    // Codes are unique, so the copy has none.
    code: '',
    sessions: copy.sessions.map((session) => ({ ...session, id: null })),
  };
}

/** Returns whether the change moves the batch to another time or place. */
export function isMoved(before: BatchInput, after: BatchCreate): boolean {
  const was = batchForm.parse(before);
  const places = ({ city_id, venue_en, venue_ar, sessions }: BatchCreate) =>
    JSON.stringify([
      city_id,
      venue_en,
      venue_ar,
      sessions.map((each) => [each.starts_at, each.ends_at, each.venue_en, each.venue_ar]),
    ]);
  return places(was) !== places(after);
}
