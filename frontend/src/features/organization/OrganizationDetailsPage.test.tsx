import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnOrganization } from '@/api/identity';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import OrganizationDetailsPage from './OrganizationDetailsPage';

const ADDRESS = '/dashboard/account-settings/profile-details';
const OWN = '/api/v1/organizations/me';

function anOrganization(given: Partial<OwnOrganization> = {}): OwnOrganization {
  return {
    id: 'o1',
    name_en: 'Gulf Academy',
    name_ar: 'أكاديمية الخليج',
    email: 'office@gulf.example',
    commercial_number: null,
    tax_number: null,
    contact_name: null,
    contact_phone: null,
    website: null,
    image: '/media/logo.webp',
    image_2x: null,
    address: null,
    documents: [],
    status: 'draft',
    submission: 0,
    suspension: null,
    kinds: [],
    missing: [{ step: 'details', field: 'commercial_number', code: 'field.missing' }],
    editable: ['details', 'contact', 'address', 'documents'],
    ...given,
  };
}

function signIn(status: string, comment: string | null = null) {
  const approval = { status, comment };
  const profiles = [aProfile('organization', { approval, organization_id: 'o1' })];
  startSession({ access_token: aToken(600), user: aUser({ profiles }) });
}

beforeEach(() => {
  signIn('draft');
});

describe('the own organization', () => {
  it('goes on at the first step that lacks something, which is saved on its own', async () => {
    const saved = anOrganization({
      commercial_number: '1010123456',
      tax_number: '300012345600003',
      missing: [{ step: 'contact', field: 'contact_name', code: 'field.missing' }],
    });
    const calls = serve({
      [OWN]: () => ok(anOrganization()),
      [`${OWN}/details`]: () => ok(saved),
    });
    const { router } = renderAt(ADDRESS, <OrganizationDetailsPage />);
    const commercial = await screen.findByRole('textbox', { name: /Commercial registration/ });
    await userEvent.type(commercial, '١٠١٠ ١٢٣٤٥٦');
    const tax = screen.getByRole('textbox', { name: /VAT number/ });
    await userEvent.type(tax, '200012345600003');
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(tax).toHaveAccessibleDescription(/begins and ends with 3/);
    await userEvent.clear(tax);
    await userEvent.type(tax, '300012345600003');
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await screen.findByRole('textbox', { name: /Contact person/ })).toBeVisible();
    expect(router.state.location.search).toBe('?step=contact');
    const sent = calls.find(({ method }) => method === 'PUT');
    expect(await sent?.json()).toMatchObject({ commercial_number: '1010123456' });
  });

  it('that was sent back shows each remark beside its field', async () => {
    signIn('returned', 'Please correct the number.');
    const remark = { field: 'commercial_number', text: 'Not the one on the certificate.' };
    serve({
      [OWN]: () => ok(anOrganization({ status: 'returned' })),
      '/api/v1/profiles/organization-profile/submissions': () =>
        ok([{ number: 1, status: 'returned', comment: null, remarks: [remark] }]),
    });
    renderAt(ADDRESS, <OrganizationDetailsPage />);
    expect(await screen.findByText('Please correct the number.')).toBeVisible();
    expect(await screen.findByRole('link', { name: /Commercial registration/ })).toHaveAttribute(
      'href',
      `${ADDRESS}?step=details`,
    );
    const field = await screen.findByRole('textbox', { name: /Commercial registration/ });
    const beside = field.closest('.MuiTextField-root')?.parentElement as HTMLElement;
    expect(await within(beside).findByText(remark.text)).toBeVisible();
  });

  it('under review shows with whom it is, and cannot be changed', async () => {
    signIn('submitted');
    serve({
      [OWN]: () =>
        ok(anOrganization({ status: 'submitted', submission: 2, missing: [], editable: [] })),
      '/api/v1/approvals/progress': () =>
        ok({
          submission: 1,
          status: 'pending',
          submitted_at: '2026-11-20T08:00:00Z',
          step: 2,
          since: '2026-11-21T08:00:00Z',
          due_on: '2026-11-25',
          decided_at: null,
          steps: [
            { position: 1, name_en: 'Documents', name_ar: 'المستندات', state: 'approved' },
            { position: 2, name_en: 'Management', name_ar: 'الإدارة', state: 'current' },
          ],
          rounds: [
            {
              submission: 2,
              status: 'pending',
              submitted_at: '2026-11-20T08:00:00Z',
              ended_at: null,
              remarks: [],
              decisions: [
                {
                  level_en: 'Documents',
                  level_ar: 'المستندات',
                  decision: 'approved',
                  comment: null,
                  decided_at: '2026-11-21T08:00:00Z',
                },
              ],
            },
            {
              submission: 1,
              status: 'returned',
              submitted_at: '2026-11-18T08:00:00Z',
              ended_at: '2026-11-19T08:00:00Z',
              remarks: [
                { field: 'city', title_en: null, title_ar: null, text: 'Not on the licence.' },
                {
                  field: 'documents.k1',
                  title_en: 'Licence',
                  title_ar: 'الترخيص',
                  text: 'Expired.',
                },
              ],
              decisions: [
                {
                  level_en: null,
                  level_ar: null,
                  decision: 'returned',
                  comment: 'Please mend it.',
                  decided_at: '2026-11-19T08:00:00Z',
                },
              ],
            },
          ],
        }),
    });
    renderAt(ADDRESS, <OrganizationDetailsPage />);
    expect(await screen.findByText('Now with: Management')).toBeVisible();
    const history = within(screen.getByRole('region', { name: 'History' })).getAllByRole(
      'listitem',
    );
    expect(history.map((entry) => entry.querySelector('p')?.textContent)).toEqual([
      'Round 1 submitted',
      'Sent back: the platform team',
      'Round 2 submitted',
      'Approved: Documents',
    ]);
    expect(history[1]).toHaveTextContent(
      /Please mend it\.\s+City: Not on the licence\.\s+Licence: Expired/,
    );
    expect(screen.getByText(/level expected by/)).toHaveTextContent(/25 Nov/);
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  });
});
