import type { AnnouncementCreate, AnnouncementRead } from '@/api/catalog';
import { zAnnouncementCreate } from '@/api/catalog/zod.gen';
import { z } from '@/lib/forms';
import { getRiyadhDay, getRiyadhTime, toInstant } from '@/lib/riyadh';

const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/));

/** The form of an announcement; times are in Riyadh time. */
export const announcementForm = z.extend(zAnnouncementCreate, {
  opens_at: moment,
  closes_at: moment,
});

export type AnnouncementInput = Partial<z.input<typeof announcementForm>>;

const toLocalInput = (at: string | undefined) =>
  at ? `${getRiyadhDay(at)}T${getRiyadhTime(at)}` : '';
const toTimestamp = (at: string) => toInstant(at.slice(0, 10), at.slice(11, 16));

export const toFormValues = (saved?: AnnouncementRead): AnnouncementInput => ({
  category_id: saved?.category.id,
  title_en: saved?.title_en ?? '',
  title_ar: saved?.title_ar ?? '',
  summary_en: saved?.summary_en ?? '',
  summary_ar: saved?.summary_ar ?? '',
  description_en: saved?.description_en ?? '',
  description_ar: saved?.description_ar ?? '',
  eligibility_en: saved?.eligibility_en ?? '',
  eligibility_ar: saved?.eligibility_ar ?? '',
  fee_minor: saved?.fee_minor,
  currency: 'SAR',
  staff_needed: saved?.staff_needed,
  opens_at: toLocalInput(saved?.opens_at),
  closes_at: toLocalInput(saved?.closes_at),
});

/** Converts the form's values to the request body. */
export const toRequestBody = (values: z.output<typeof announcementForm>): AnnouncementCreate => ({
  ...values,
  opens_at: toTimestamp(values.opens_at),
  closes_at: toTimestamp(values.closes_at),
});
