import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrainingRead } from '@/api/catalog';
import { endSession, startSession, type User } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import TrainingEditPage from './TrainingEditPage';
import TrainingPage from './TrainingPage';

const ID = '11111111-1111-4111-8111-111111111111';
const CATEGORY = '22222222-2222-4222-8222-222222222222';

const training: TrainingRead = {
  id: ID,
  code: 'WHS-101',
  title_en: 'Warehouse operations',
  title_ar: 'عمليات المستودعات',
  summary_en: 'From the dock to the order',
  summary_ar: 'من الرصيف إلى الطلبية',
  description_en: 'Every step.',
  description_ar: 'كل خطوة.',
  objectives_en: ['Receive a delivery'],
  objectives_ar: ['استلام الإرسالية'],
  audience_en: '',
  audience_ar: '',
  prerequisites_en: '',
  prerequisites_ar: '',
  language: 'ar',
  standard_code: '',
  min_attendance_percent: null,
  min_score_percent: null,
  default_price_minor: null,
  attachments: [],
  level: 'foundation',
  duration_hours: 40,
  certificate_valid_months: null,
  image_url: null,
  status: 'published',
  category: {
    id: CATEGORY,
    slug: 'warehousing',
    name_en: 'Warehousing',
    name_ar: 'المستودعات',
    parent_id: null,
    parent_name_en: null,
    parent_name_ar: null,
  },
  organization: { id: ID, name_en: 'Academy', name_ar: 'الأكاديمية', image_url: null },
  updated_at: '2026-11-20T08:00:00Z',
  created_at: '2026-11-20T08:00:00Z',
  batches: 2,
  price_from_minor: 100000,
  price_to_minor: 125000,
  currency: 'SAR',
  seats_left: 14,
  next_batch: null,
  version: 3,
};
// The router of the tests has no parameters.
const path = '/api/v1/trainings/managed/';

function signIn(...session: Parameters<typeof aSession>): void {
  const { user } = aSession(...session);
  startSession({ access_token: aToken(900), user: user as User });
}
afterEach(endSession);

describe('a training', () => {
  it('is edited and published by those alone who may', async () => {
    serve({ [path]: () => ok(training) });
    signIn('staff');
    const view = renderAt('/', <TrainingPage />);
    expect(await screen.findByText('Receive a delivery')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
    view.unmount();
    signIn('staff', { roles: ['admin'] });
    renderAt('/', <TrainingPage />);
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /Warehouse operations/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archive' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/leaves the catalogue at once/)).toBeInTheDocument();
  });

  it('is saved with the version that was read', async () => {
    const calls = serve({
      [path]: () => ok(training),
      [`/api/v1/trainings/${ID}`]: () => refuse(409, 'catalog.stale_edit'),
    });
    renderAt('/', <TrainingEditPage />);
    const title = await screen.findByRole('textbox', { name: /Title in English/ });
    await userEvent.type(title, ' today');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Somebody else has changed this/)).toBeInTheDocument();
    const body = await calls.find(({ method }) => method === 'PUT')?.json();
    expect(body).toMatchObject({
      title_en: 'Warehouse operations today',
      objectives_en: ['Receive a delivery'],
      category_id: CATEGORY,
      version: 3,
    });
  });
});
