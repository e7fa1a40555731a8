import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CertificateRead, CertificateRequestRead, IssueReport } from '@/api/enrollment';
import { IssueCertificates } from '@/domain/IssueCertificates';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import CertificateListPage from './CertificateListPage';
import CertificatePage from './CertificatePage';
import CertificateRequestsPage from './CertificateRequestsPage';

const aCertificate = (given: Partial<CertificateRead> = {}): CertificateRead => ({
  id: 'c1',
  number: '8K3M-2Q7P-XW41',
  state: 'valid',
  enrollment_id: 'e1',
  batch_id: 'b1',
  training_id: 't1',
  organization_id: 'o1',
  candidate_profile_id: 'p1',
  holder_name_en: 'Huda Al-Qahtani',
  holder_name_ar: 'هدى القحطاني',
  training_title_en: 'Forklift driving',
  training_title_ar: 'قيادة الرافعات',
  organization_name_en: 'Gulf Logistics',
  organization_name_ar: 'لوجستيات الخليج',
  batch_code: 'FLT-1',
  started_on: '2026-11-01',
  ended_on: '2026-11-05',
  score_percent: 88,
  issued_on: '2026-11-06',
  expires_on: '2028-11-06',
  is_public: false,
  differs_from_profile: false,
  has_paper: false,
  created_at: '2026-11-06T09:00:00Z',
  suspended_at: null,
  revoked_at: null,
  revoked_kind: null,
  revoked_reason: null,
  can_change: true,
  changed_result: null,
  profile_name_en: 'Huda Al-Qahtani',
  profile_name_ar: 'هدى القحطاني',
  supersedes: null,
  superseded_by: null,
  version: 1,
  ...given,
});

const page = <T,>(data: T[]) => ({ data, meta: { page: 1, page_size: 20, total: data.length } });

const renderPages = (at: string) =>
  renderAt(
    at,
    <Routes>
      <Route path="/dashboard/certificates/requests" element={<CertificateRequestsPage />} />
      <Route path="/dashboard/certificates" element={<CertificateListPage />} />
      <Route path="/dashboard/certificates/:id" element={<CertificatePage />} />
      <Route path="/issue" element={<IssueCertificates batchId="b1" />} />
    </Routes>,
  );

beforeEach(() => {
  setScreen('narrow');
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
});

describe('certificates', () => {
  it('are listed with what they are worth, and where a name differs from the profile', async () => {
    serve({
      '/api/v1/certificates': () =>
        ok(page([aCertificate({ state: 'expired', differs_from_profile: true })])),
    });
    renderPages('/dashboard/certificates');
    expect(await screen.findByText('8K3M-2Q7P-XW41')).toBeVisible();
    expect(screen.getAllByText('Expired').length).toBeGreaterThan(0);
    expect(screen.getByText('Name differs from profile')).toBeVisible();
  });

  it('are revoked with a kind for everybody and an explanation for the organization', async () => {
    let sent: unknown;
    serve({
      '/api/v1/certificates/c1': () => ok(aCertificate()),
      '/api/v1/certificates': () => ok(page([aCertificate()])),
      '/api/v1/certificates/c1/revoke': async (request: Request) => {
        sent = await request.json();
        return Response.json(aCertificate({ state: 'revoked', can_change: false }));
      },
    });
    const user = userEvent.setup();
    renderPages('/dashboard/certificates/c1');
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    expect(sent).toBeUndefined();
    await user.type(within(dialog).getByLabelText(/Explanation/), 'Taken by somebody else');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await expect
      .poll(() => sent)
      .toEqual({ kind: 'issued_in_error', reason: 'Taken by somebody else' });
  });

  it('cannot be changed by who may only look, and show what became of them', async () => {
    const certificate = aCertificate({
      state: 'revoked',
      can_change: false,
      revoked_at: '2026-11-10T09:00:00Z',
      revoked_kind: 'misconduct',
      revoked_reason: 'Taken by somebody else',
    });
    serve({
      '/api/v1/certificates/c1': () => ok(certificate),
      '/api/v1/certificates': () => ok(page([certificate])),
    });
    renderPages('/dashboard/certificates/c1');
    expect(await screen.findByText('Revoked: Misconduct')).toBeVisible();
    expect(screen.getByText('Taken by somebody else')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reissue' })).toBeNull();
  });

  it('say when an appeal has changed what they certify', async () => {
    const certificate = aCertificate({ changed_result: { result: 'failed', score_percent: 41 } });
    serve({
      '/api/v1/certificates/c1': () => ok(certificate),
      '/api/v1/certificates': () => ok(page([certificate])),
    });
    renderPages('/dashboard/certificates/c1');
    expect(
      await screen.findByText(/no longer a pass: Not passed\. The certificate is suspended/),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Revoke' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reissue' })).toBeNull();
  });

  it('are issued with a report of who got none, and why', async () => {
    const report: IssueReport = {
      issued: [{ id: 'c1', enrollment_id: 'e1', number: '8K3M-2Q7P-XW41' }],
      waiting: [],
      skipped: [{ enrollment_id: 'e2', name_en: 'Omar', name_ar: 'عمر', reason: 'not_passed' }],
    };
    let sent: unknown;
    serve({
      '/api/v1/certificates/policy': () => ok({ needs_approval: false }),
      '/api/v1/certificates/batches/b1/long-words': () =>
        ok([{ word: 'Wolfeschlegelsteinhausenbergerdorff', enrollment_id: 'e1' }]),
      '/api/v1/certificates': async (request: Request) => {
        sent = await request.json();
        return Response.json(report);
      },
    });
    const user = userEvent.setup();
    renderPages('/issue');
    await user.click(screen.getByRole('button', { name: 'Issue certificates' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Check the spelling.*Wolfeschlegelsteinhausenbergerdorff/,
    );
    await user.click(await screen.findByRole('button', { name: 'Issue' }));
    expect(await screen.findByText('One certificate issued.')).toBeVisible();
    expect(screen.getByText(/Omar: hasn't passed/)).toBeVisible();
    expect(sent).toEqual({ batch_id: 'b1' });
  });

  it('come as a ZIP file of what the list shows, once all of their PDFs are made', async () => {
    const archive = {
      id: 'a1',
      ready: false,
      batch_code: 'FLT-1',
      total: 40,
      made: 10,
      failed: 0,
      created_at: '2026-11-06T09:00:00Z',
      ends_at: '2026-11-07T09:00:00Z',
    };
    let sent: unknown;
    const archives = [archive];
    serve({
      '/api/v1/certificates': () => ok(page([aCertificate()])),
      '/api/v1/papers/archives': async (request: Request) => {
        if (request.method === 'GET') return ok(sent ? archives : []);
        sent = await request.json();
        return Response.json(archive, { status: 201 });
      },
      '/api/v1/papers/archives/a1/file': () => new Response('PK'),
    });
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip');
    const user = userEvent.setup();
    renderPages('/dashboard/certificates?state=valid&page=2');
    await user.click(await screen.findByRole('button', { name: 'Download as ZIP' }));
    await user.click(await screen.findByRole('button', { name: 'Prepare ZIP file' }));
    expect(await screen.findByRole('progressbar', { name: '10 of 40 PDFs ready' })).toBeVisible();
    expect(sent).toEqual({ filters: { state: ['valid'], sort: '-issued_on' } });
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
    archives[0] = { ...archive, ready: true, made: 39, failed: 1 };
    await user.click(await screen.findByRole('button', { name: 'Download' }, { timeout: 5000 }));
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    expect(screen.getByText(/couldn't prepare 1 PDF/)).toBeVisible();
  });

  it('that were asked for are approved by somebody else, and what was not is reported', async () => {
    const asked = (id: string, given: Partial<CertificateRequestRead> = {}) => ({
      id,
      status: 'waiting' as const,
      enrollment_id: `e-${id}`,
      batch_id: 'b1',
      batch_code: 'FLT-1',
      title_en: 'Forklift driving',
      title_ar: 'قيادة الرافعات',
      name_en: 'Huda Al-Qahtani',
      name_ar: 'هدى القحطاني',
      result: 'passed' as const,
      score_percent: 88,
      is_own: false,
      reason: null,
      decided_at: null,
      created_at: '2026-11-06T09:00:00Z',
      ...given,
    });
    const sent: unknown[] = [];
    const report = (request: Request) => request.json().then((body) => sent.push(body));
    serve({
      '/api/v1/certificates/policy': () => ok({ needs_approval: true }),
      '/api/v1/certificates/requests': () =>
        ok(page([asked('r1'), asked('r2', { is_own: true, name_en: 'Omar Al-Harbi' })])),
      '/api/v1/certificates/requests/approve': async (request: Request) => {
        await report(request);
        return Response.json({
          done: ['r1'],
          skipped: [{ id: 'r2', name_en: 'Omar Al-Harbi', name_ar: '', reason: 'own_request' }],
        });
      },
      '/api/v1/certificates/requests/reject': async (request: Request) => {
        await report(request);
        return Response.json({ done: ['r1'], skipped: [] });
      },
    });
    const user = userEvent.setup();
    renderPages('/dashboard/certificates/requests');
    expect(await screen.findByRole('button', { name: 'Issue immediately' })).toBeVisible();
    for (const name of ['Huda Al-Qahtani', 'Omar Al-Harbi']) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    }
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 certificates?' });
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('One certificate issued.')).toBeVisible();
    expect(screen.getByText(/Omar Al-Harbi: you requested it/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));

    await user.click(await screen.findByRole('checkbox', { name: 'Select Huda Al-Qahtani' }));
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    const asking = await screen.findByRole('dialog', { name: 'Reject one certificate?' });
    await user.type(within(asking).getByLabelText(/Reason/), 'Wrong names');
    await user.click(within(asking).getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('One certificate rejected.')).toBeVisible();
    expect(sent).toEqual([{ ids: ['r1', 'r2'] }, { ids: ['r1'], reason: 'Wrong names' }]);
  });
});
