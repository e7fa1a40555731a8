import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import LinkPage from './LinkPage';

const OPEN = '/api/v1/approvals/links/open';

function show() {
  renderAt(
    `${paths.approvalLink}#secret`,
    <Routes>
      <Route path={paths.approvalLink} element={<LinkPage />} />
      <Route path={paths.approval} element="the request" />
    </Routes>,
  );
}

it('a link of a mail leads to the request, whose secret is in no address that is asked for', async () => {
  const calls = serve({ [OPEN]: () => ok({ approval_id: '7' }) });
  show();
  expect(await screen.findByText('the request')).toBeVisible();
  expect(calls.every(({ url }) => !url.includes('secret'))).toBe(true);
  expect(await calls[0]?.json()).toEqual({ token: 'secret' });
});

it.each([
  ['approval_link.already_used', 409, /has been decided or has moved/],
  ['approval_link.expired', 409, /expired after two weeks/],
  ['approval_link.other_account', 403, /sent to another person/],
  ['approval_link.not_found', 404, /again from the email/],
])('%s says why, and where to go on', async (code, status, text) => {
  serve({ [OPEN]: () => refuse(status, code) });
  show();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'View waiting approvals' })).toHaveAttribute(
    'href',
    paths.myApprovals,
  );
});
