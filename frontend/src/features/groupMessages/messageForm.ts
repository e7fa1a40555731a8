import i18next from 'i18next';
import type { BatchCard } from '@/api/catalog';
import type { OrganizationName } from '@/api/identity';
import type { GroupMessageCreate, GroupMessageDetail } from '@/api/notifications';
import { zEnrollmentStatus, zGroupMessageCreate, zProfileType } from '@/api/notifications/zod.gen';
import { z } from '@/lib/forms';
import { getRiyadhDay, getRiyadhTime, toInstant } from '@/lib/riyadh';

/** The part of a batch that the form shows. */
export type ChosenBatch = Pick<BatchCard, 'id' | 'code' | 'mode' | 'starts_at' | 'training'>;

/** The enrollment statuses that recipients can have. */
export const written = [
  'confirmed',
  'completed',
  'pending_payment',
  'requested',
  'waitlisted',
] as const;

const words = z.pick(zGroupMessageCreate, {
  subject_en: true,
  subject_ar: true,
  text_en: true,
  text_ar: true,
});

/** The form of a message; it keeps whole records for their names. */
export const messageForm = z
  .extend(words, {
    to: z.enum(['batch', 'people']),
    batch: z.nullable(z.custom<ChosenBatch>()),
    statuses: z.array(zEnrollmentStatus),
    profile_types: z.array(zProfileType),
    organization: z.nullable(z.custom<OrganizationName>()),
    language: z.enum(['all', 'en', 'ar']),
    when: z.enum(['now', 'later']),
    send_at: z.string(),
  })
  .check((context) => {
    const { to, batch, statuses, profile_types, when, send_at } = context.value;
    const missing = {
      batch: to === 'batch' && !batch,
      statuses: to === 'batch' && statuses.length === 0,
      profile_types: to === 'people' && profile_types.length === 0,
      send_at: when === 'later' && send_at === '',
    };
    for (const [name, isMissing] of Object.entries(missing)) {
      if (isMissing) {
        const message = i18next.t('validation.required');
        context.issues.push({ code: 'custom', input: context.value, path: [name], message });
      }
    }
  });

export type MessageInput = z.input<typeof messageForm>;
export type MessageValues = z.output<typeof messageForm>;

/** The initial values: an empty message to a batch, or a saved draft. */
export function toFormValues(
  to: MessageInput['to'],
  batch: ChosenBatch | null,
  saved?: GroupMessageDetail,
  organization: OrganizationName | null = null,
): MessageInput {
  const audience = saved?.audience;
  return {
    to: audience?.kind ?? to,
    batch,
    statuses: audience?.kind === 'batch' ? audience.statuses : ['confirmed'],
    profile_types: audience?.kind === 'people' ? audience.profile_types : ['candidate'],
    organization,
    language: (audience?.kind === 'people' && audience.language) || 'all',
    subject_en: saved?.subject_en ?? '',
    subject_ar: saved?.subject_ar ?? '',
    text_en: saved?.text_en ?? '',
    text_ar: saved?.text_ar ?? '',
    when: saved ? 'later' : 'now',
    send_at: saved ? `${getRiyadhDay(saved.send_at)}T${getRiyadhTime(saved.send_at)}` : '',
  };
}

type Chosen = Pick<
  MessageInput,
  'to' | 'batch' | 'statuses' | 'profile_types' | 'organization' | 'language'
>;

/** Converts the values to an audience; null while incomplete. */
export function toAudience({
  to,
  batch,
  statuses,
  profile_types: types,
  organization,
  language,
}: Chosen): GroupMessageCreate['audience'] | null {
  if (to === 'batch') {
    return batch && statuses.length > 0 ? { kind: 'batch', batch_id: batch.id, statuses } : null;
  }
  if (types.length === 0) return null;
  return {
    kind: 'people',
    profile_types: types,
    organization_id: organization?.id ?? null,
    language: language === 'all' ? null : language,
  };
}

/** Converts the form's values to the request body. */
export function toRequestBody(values: MessageValues): GroupMessageCreate {
  const audience = toAudience(values);
  if (!audience) throw new Error('the form is not whole');
  const { subject_en, subject_ar, text_en, text_ar, when, send_at } = values;
  return {
    subject_en,
    subject_ar,
    text_en,
    text_ar,
    audience,
    send_at: when === 'now' ? null : toInstant(send_at.slice(0, 10), send_at.slice(11, 16)),
  };
}
