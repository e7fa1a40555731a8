import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import SharedCertificatesPage from './SharedCertificatesPage';
import VerifyLearnerPage from './VerifyLearnerPage';

const PASSES = '/api/v1/learner-passes';
const SHOWN = '/api/v1/learners/passes/p1';
const LINK = '/api/v1/learners/links/t1';

const listed = {
  number: '5110-QT0P-QD4R',
  state: 'valid',
  holder_name_en: 'Sara Alharbi',
  holder_name_ar: 'سارة الحربي',
  training_title_en: 'Forklift driving',
  training_title_ar: 'قيادة الرافعات',
  organization_name_en: 'Gulf Academy',
  organization_name_ar: 'أكاديمية الخليج',
  issued_on: '2026-11-01',
  expires_on: null,
};

const pass = () => ok({ token: 'p1', seconds: 600 });

async function nameSara() {
  await userEvent.type(screen.getByRole('textbox', { name: 'Civil number' }), '1000000008');
  await userEvent.click(screen.getByRole('combobox', { name: 'Confirm with' }));
  await userEvent.click(screen.getByRole('option', { name: 'Full name' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Full name' }), 'Sara Alharbi');
  await userEvent.click(screen.getByRole('button', { name: 'Show certificates' }));
}

describe('a learner who is named exactly', () => {
  it('is asked for by a number and one thing more, and shows what is public', async () => {
    const calls = serve({ [PASSES]: pass, [SHOWN]: () => ok({ data: [listed] }) });
    renderAt('/verify-learner', <VerifyLearnerPage />);
    await nameSara();
    expect(await screen.findByRole('heading', { name: '1 public certificate' })).toHaveFocus();
    expect(screen.getByText('Forklift driving')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Verify this certificate' })).toHaveAttribute(
      'href',
      '/certificates/5110-QT0P-QD4R',
    );
    const asked = calls.find(({ method }) => method === 'POST');
    expect(await asked?.json()).toEqual({ civil_number: '1000000008', name: 'Sara Alharbi' });
  });

  it('who is unknown has the same answer as one who shows nothing', async () => {
    serve({ [PASSES]: pass, [SHOWN]: () => ok({ data: [] }) });
    renderAt('/verify-learner', <VerifyLearnerPage />);
    await nameSara();
    expect(await screen.findByText(/Your details match no one, or/)).toBeVisible();
  });

  it('is not asked for by half', async () => {
    const calls = serve({ [PASSES]: pass });
    renderAt('/verify-learner', <VerifyLearnerPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Show certificates' }));
    await waitFor(() => expect(screen.getAllByText('Fill in this field.')).toHaveLength(2));
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  it('whose number is none is told so at the field', async () => {
    serve({
      [PASSES]: () =>
        refuse(422, 'validation', { fields: [['body.civil_number', 'civil_number.invalid']] }),
    });
    renderAt('/verify-learner', <VerifyLearnerPage />);
    await nameSara();
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Civil number' })).toBeInvalid(),
    );
  });
});

describe('a link to chosen certificates', () => {
  const open = () =>
    renderAt(
      '/certificates/shared/t1',
      <Routes>
        <Route path={paths.sharedCertificates} element={<SharedCertificatesPage />} />
      </Routes>,
    );

  it('shows them, and until when it is good', async () => {
    serve({ [LINK]: () => ok({ ends_at: '2026-12-23T06:00:00Z', data: [listed] }) });
    open();
    expect(await screen.findByText('Forklift driving')).toBeVisible();
    expect(screen.getByText(/This link is valid until/)).toHaveTextContent('23 Dec 2026');
  });

  it('that has ended says so, and what to do', async () => {
    serve({ [LINK]: () => refuse(404, 'certificate_link.ended') });
    open();
    expect(await screen.findByText('This link has expired')).toBeVisible();
  });
});
