import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { ErasureRow } from '@/api/identity';
import { startSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import ErasurePage from './ErasurePage';

const erasure: ErasureRow = {
  id: 'e1',
  status: 'blocked',
  person: {
    id: 'u1',
    username: 'sara',
    name_en: 'Sara Noor',
    name_ar: 'سارة نور',
    email: 'sara@example.org',
  },
  reason: 'Registered twice',
  requested_by_name_en: 'Reem Al Harbi',
  requested_by_name_ar: 'ريم الحربي',
  obstacles: ['open_enrollment', 'refund_running'],
  comment: null,
  decided_by_name_en: null,
  decided_by_name_ar: null,
  created_at: '2026-11-20T08:00:00Z',
  decided_at: null,
  erased_at: null,
  can_decide: false,
};

it.each([
  [
    'en',
    'The person has an active enrollment.',
    'The person has a refund in progress.',
    'Reem Al Harbi',
  ],
  ['ar', 'لصاحب الحساب تسجيل قائم.', 'لصاحب الحساب مبلغ قيد الرد.', 'ريم الحربي'],
])(
  'names what is open, with links to what the reader can open (%s)',
  async (locale, enrollment, refund, requester) => {
    await i18next.changeLanguage(locale);
    const { user } = aSession('admin', { permissions: ['erase-user', 'view-enrollments'] });
    if (user) startSession({ access_token: aToken(600), user });
    serve({ '/api/v1/users/erasures/e1': () => ok(erasure) });
    renderAt(
      href(paths.erasure, { id: 'e1' }),
      <Routes>
        <Route path={paths.erasure} element={<ErasurePage />} />
      </Routes>,
    );
    expect(await screen.findByRole('link', { name: enrollment })).toHaveAttribute(
      'href',
      '/dashboard/enrollments?search=sara%40example.org',
    );
    expect(screen.getByText(refund)).not.toHaveAttribute('href');
    expect(screen.getByText(requester)).toBeVisible();
  },
);
