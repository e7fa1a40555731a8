import type { AnnouncementDetail, AnnouncementFile } from '@/api/catalog';

export const CATEGORY = {
  id: '33333333-3333-4333-8333-333333333333',
  name_en: 'Transport',
  name_ar: 'النقل',
};

export const terms: AnnouncementFile = {
  id: 'f1',
  name: 'Terms',
  media_type: 'application/pdf',
  size_bytes: 2_500,
  url: '/api/v1/announcements/a1/attachments/f1',
};

/** A published announcement in the format for its editors. */
export const anAnnouncement = (given: Partial<AnnouncementDetail> = {}): AnnouncementDetail => ({
  id: 'a1',
  title_en: 'Transport supervisors',
  title_ar: 'مشرفو نقل',
  summary_en: 'For the season',
  summary_ar: 'للموسم',
  description_en: '<p>Shifts</p>',
  description_ar: '<p>نوبات</p>',
  eligibility_en: 'Licensed organizations',
  eligibility_ar: 'منشآت مرخصة',
  category: CATEGORY,
  fee_minor: 50_000,
  currency: 'SAR',
  staff_needed: 3,
  opens_at: '2030-01-01T06:00:00Z',
  closes_at: '2030-02-01T21:30:00Z',
  status: 'published',
  attachments: [],
  submission: 0,
  comment: null,
  remarks: [],
  version: 4,
  updated_by: 'u1',
  updated_at: '2029-12-01T06:00:00Z',
  created_at: '2029-12-01T06:00:00Z',
  ...given,
});
