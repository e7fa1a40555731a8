import type { ApplicationDetail, StaffMember } from '@/api/enrollment';

/** Test data of applications. */
export const member = (name: string, changes: Partial<StaffMember> = {}): StaffMember => ({
  profile_id: name,
  name_en: name,
  name_ar: name,
  email: `${name}@example.com`,
  image_url: null,
  is_eligible: true,
  is_taken: false,
  ...changes,
});

export const application: ApplicationDetail = {
  id: 'application-1',
  status: 'draft',
  announcement: {
    id: 'a',
    title_en: 'Trainers for the port',
    title_ar: 'مدربون للميناء',
    staff_needed: 2,
    opens_at: '2026-01-01T00:00:00Z',
    closes_at: '2099-01-01T00:00:00Z',
    is_open: true,
  },
  organization: { id: 'o', name_en: 'Gulf', name_ar: 'الخليج' },
  staff_count: 0,
  fee_minor: 50_000,
  currency: 'SAR',
  paid_at: null,
  submission: 0,
  submitted_at: null,
  shortlisted: null,
  rating: null,
  version: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  note: '',
  staff: [],
  charge_id: null,
  comment: null,
  remarks: [],
};
