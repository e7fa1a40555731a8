import type { Page } from '@playwright/test';

type ProfileType = 'admin' | 'organization' | 'candidate';

const profile = (type: ProfileType) => ({
  id: `${type}-profile`,
  type,
  organization_id: null,
  organization_name_en: null,
  organization_name_ar: null,
  paid: true,
  image: '/favicon.svg',
  image_2x: null,
  approval: { status: 'approved' },
  roles: type === 'admin' ? [{ slug: 'super-admin' }] : [],
  permissions: [],
});

const emptyPage = { data: [], meta: { page: 1, page_size: 20, total: 0 } };

const both = (name: string, en: string, ar = en) => ({ [`${name}_en`]: en, [`${name}_ar`]: ar });

const faq = {
  slug: 'faq',
  number: 1,
  published_at: '2026-01-01T00:00:00Z',
  ...both('title', 'Questions'),
  ...both('summary', 'And answers'),
  blocks: [
    { kind: 'heading', ...both('text', 'Account') },
    { kind: 'text', ...both('html', '<p>Write <a href="/contact-us">to us</a>.</p>') },
    {
      kind: 'questions',
      questions: [{ ...both('question', 'How?'), ...both('answer', '<p>Like this.</p>') }],
    },
  ],
};

const training = {
  id: 't1',
  code: 'WHS-101',
  ...both('title', 'Warehouse operations', 'عمليات المستودعات'),
  ...both('summary', 'From the dock to the order', 'من رصيف الاستلام إلى الطلب'),
  ...both('description', '<p>Every step.</p>', '<p>كل خطوة.</p>'),
  objectives_en: ['Receive a delivery'],
  objectives_ar: ['استلام شحنة'],
  ...both('audience', ''),
  ...both('prerequisites', ''),
  level: 'foundation',
  language: 'ar',
  status: 'published',
  duration_hours: 40,
  standard_code: 'ISCO-9333',
  min_attendance_percent: 80,
  min_score_percent: null,
  certificate_valid_months: 36,
  image_url: null,
  attachments: [],
  category: { id: 'c1', slug: 'w', ...both('name', 'Warehousing', 'المستودعات') },
  organization: { id: 'o1', ...both('name', 'Academy', 'الأكاديمية'), image_url: null },
  batches: 0,
  seats_left: 0,
  price_from_minor: null,
  price_to_minor: null,
  currency: null,
  next_batch: null,
};

/** The first page of the catalogue. */
export const trainings = {
  data: ['t1', 't2', 't3', 't4'].map((id) => ({ ...training, id })),
  meta: { page: 1, page_size: 24, total: 4 },
};

const facets = {
  categories: [],
  cities: [],
  organizations: [],
  levels: [],
  languages: [],
  modes: [],
  months: [],
  prices: [],
  free: 0,
  seats_left: 0,
};

/** Stubs the services if the app is served alone: empty lists, no site data. */
export async function answerForServices(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) => route.fulfill({ json: emptyPage }));
  await page.route('**/api/v1/enrollments/counts', (route) =>
    route.fulfill({ json: { counts: {}, capped: [] } }),
  );
  await page.route('**/api/v1/*/facets**', (route) => route.fulfill({ json: facets }));
  await page.route('**/api/v1/trainings?**', (route) => route.fulfill({ json: trainings }));
  await page.route('**/api/v1/trainings/t1', (route) => route.fulfill({ json: training }));
  await page.route('**/api/v1/pages/faq', (route) => route.fulfill({ json: faq }));
  await page.route('**/api/v1/notifications/stream**', (route) => route.abort());
  await page.route('**/api/v1/web?**', (route) =>
    route.fulfill({
      json: {
        settings: null,
        categoryMenu: [
          {
            id: 'c1',
            slug: 'w',
            name_en: 'Warehousing',
            name_ar: 'المستودعات',
            icon: 'warehouse',
            trainings: 3,
            children: [],
          },
        ],
      },
    }),
  );
}

/** Signs in a user without the sign-in page; with the admin profile as a super-admin. */
export async function signInAs(page: Page, type: ProfileType, baseURL: string): Promise<void> {
  const payload = Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 3600 })).toString(
    'base64url',
  );
  await page.context().addCookies([{ name: 'token', value: `x.${payload}.x`, url: baseURL }]);
  await page.route('**/api/v1/auth/authenticated', (route) =>
    route.fulfill({
      json: {
        id: 'user',
        username: 'sara',
        email: 'sara@example.org',
        phone: '+966500000000',
        name_en: 'Sara Alharbi',
        name_ar: 'سارة الحربي',
        image: null,
        verified_at: '2026-01-01T00:00:00Z',
        civil_number: '1000000008',
        passport_number: null,
        passport_country: null,
        identified: true,
        numbers_fixed_at: null,
        locale: 'en',
        profiles: [profile(type)],
      },
    }),
  );
}

/** Adds an enrollment to lists, of a candidate whose username is a formula. */
export async function answerWithEnrollments(
  page: Page,
  meta = { page: 1, page_size: 20, total: 1 },
): Promise<void> {
  const enrollment = {
    id: 'e1',
    status: 'pending_payment',
    next_step: 'pay',
    allowed_actions: [],
    price_minor: 125_000,
    currency: 'SAR',
    payment_due_at: '2030-01-01T09:00:00Z',
    created_at: '2026-11-01T08:00:00Z',
    updated_at: '2026-11-02T08:00:00Z',
    reason: null,
    batch: {
      id: 'b1',
      code: 'FLT-1',
      title_en: 'Forklift driving',
      title_ar: 'قيادة الرافعات',
      city_en: 'Dammam',
      city_ar: 'الدمام',
      starts_at: '2030-01-10T06:00:00Z',
      ends_at: '2030-01-12T14:00:00Z',
    },
    candidate: {
      username: '=cmd',
      name_en: 'Sara Alharbi',
      name_ar: 'سارة الحربي',
      email: 'sara@example.org',
      phone: null,
      image_url: null,
    },
  };
  await page.route('**/api/v1/enrollments?**', (route) =>
    route.fulfill({ json: { data: [enrollment], meta } }),
  );
  await page.route('**/api/v1/enrollments/counts', (route) =>
    route.fulfill({ json: { counts: { pending_payment: meta.total }, capped: [] } }),
  );
}
