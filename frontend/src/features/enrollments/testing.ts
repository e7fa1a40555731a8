import type { BatchRead } from '@/api/catalog';
import type { EligibilityRead, EnrollmentRead } from '@/api/enrollment';

const organization = { id: 'org', name_en: 'Gulf Logistics', name_ar: 'لوجستيات الخليج' };

const enrolledBatch: EnrollmentRead['batch'] = {
  id: 'batch-1',
  training_id: 'training-1',
  organization_id: 'org',
  code: 'FLT-1',
  title_en: 'Forklift driving',
  title_ar: 'قيادة الرافعات',
  city_en: 'Dammam',
  city_ar: 'الدمام',
  starts_at: '2030-01-10T06:00:00Z',
  ends_at: '2030-01-12T14:00:00Z',
  kept_percent: 100,
  status: 'published',
};

/** A batch with free seats for 1,250 riyals without acceptance, unless overridden. */
export function anEligibility(given: Partial<EligibilityRead> = {}): EligibilityRead {
  return {
    batch: enrolledBatch,
    price_minor: 125_000,
    currency: 'SAR',
    requires_acceptance: false,
    payment_window_minutes: 1440,
    refundable_until: '2030-01-08T06:00:00Z',
    enrollment_opens_at: '2026-01-01T00:00:00Z',
    enrollment_closes_at: '2030-01-09T00:00:00Z',
    capacity: 10,
    seats_left: 3,
    waiting: 0,
    can_enroll: true,
    can_join_waiting_list: false,
    obstacles: [],
    enrollment: null,
    ...given,
  };
}

/** An enrollment that awaits payment, unless overridden. */
export function anEnrollment(given: Partial<EnrollmentRead> = {}): EnrollmentRead {
  return {
    id: 'enrollment-1',
    status: 'pending_payment',
    next_step: 'pay',
    allowed_actions: ['pay', 'cancel'],
    price_minor: 125_000,
    currency: 'SAR',
    payment_due_at: '2029-12-01T00:00:00Z',
    refundable_until: '2030-01-08T06:00:00Z',
    moved: false,
    charge_id: 'charge-1',
    charge_reference: 'ITQ-2026-000001',
    charge_status: 'open',
    refund_requested_at: null,
    waiting_position: null,
    reason: null,
    result: null,
    batch: enrolledBatch,
    organization,
    candidate: {
      profile_id: 'candidate-profile',
      user_id: 'user',
      username: 'sara',
      name_en: 'Sara',
      name_ar: 'سارة',
      email: 'sara@example.org',
      phone: '+966500000000',
      image_url: null,
    },
    version: 1,
    created_at: '2026-11-01T08:00:00Z',
    updated_at: '2026-11-02T08:00:00Z',
    ...given,
  };
}

/** The same batch in the catalog's format. */
export function aBatch(): BatchRead {
  return {
    id: 'batch-1',
    code: 'FLT-1',
    availability: 'open',
    phase: 'upcoming',
    status: 'published',
    mode: 'in_person',
    language: 'ar',
    capacity: 10,
    seats_left: 3,
    seats_taken: 7,
    waiting: 0,
    price_minor: 125_000,
    price_10_minor: null,
    price_50_minor: null,
    currency: 'SAR',
    requires_acceptance: false,
    payment_window_hours: 24,
    minimum: null,
    waiting_list: true,
    free_cancellation_hours: 48,
    kept_percent: 100,
    enrollment_opens_at: '2026-01-01T00:00:00Z',
    enrollment_closes_at: '2030-01-09T00:00:00Z',
    starts_at: enrolledBatch.starts_at,
    ends_at: enrolledBatch.ends_at,
    city: { id: 'city', name_en: 'Dammam', name_ar: 'الدمام' },
    venue_en: 'Yard',
    venue_ar: 'الساحة',
    trainer_id: null,
    trainer_en: '',
    trainer_ar: '',
    sessions: [],
    training: {
      id: 'training-1',
      code: 'FLT',
      title_en: 'Forklift driving',
      title_ar: 'قيادة الرافعات',
      summary_en: '',
      summary_ar: '',
      level: 'beginner',
      status: 'published',
      duration_hours: 24,
      certificate_valid_months: null,
      image_url: null,
      organization,
      category: { id: 'category', name_en: 'Warehouse', name_ar: 'المستودعات' },
    } as unknown as BatchRead['training'],
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
}
