import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { OwnDocuments } from '@/api/identity';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import ProfilePage from './ProfilePage';

const PLACE = '/api/v1/profiles/staff-profile/documents';
const kind = {
  id: 'k1',
  name_en: 'Work permit',
  name_ar: 'تصريح العمل',
  required: true,
  accepts: ['pdf' as const],
  max_bytes: 5_000_000,
  expires: false,
};
const document = {
  id: 'd1',
  kind,
  media_type: 'application/pdf',
  size: 1,
  expires_on: null,
  status: 'valid' as const,
  created_at: '2026-11-20T08:00:00Z',
};
const asked: OwnDocuments = { kinds: [kind], documents: [], complete: false, editable: true };

it('a staff member hands in what is missing, and submits after that', async () => {
  startSession({
    access_token: aToken(600),
    user: aUser({ profiles: [aProfile('staff', { approval: { status: 'draft' } })] }),
  });
  serve({
    [PLACE]: () => ok(asked),
    [`${PLACE}/k1`]: () => ok({ ...asked, documents: [document], complete: true }),
  });
  renderAt(paths.accountProfile, <ProfilePage />);
  expect(await screen.findByRole('link', { name: 'Go to documents' })).toHaveAttribute(
    'href',
    '#documents',
  );
  expect(screen.queryByRole('button', { name: 'Submit for approval' })).toBeNull();
  const input = window.document.querySelectorAll<HTMLInputElement>('#documents input[type=file]');
  await userEvent.upload(
    input[0] as HTMLInputElement,
    new File(['x'], 'permit.pdf', { type: 'application/pdf' }),
  );
  expect(await screen.findByRole('button', { name: 'Submit for approval' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'View document' })).toBeInTheDocument();
});
