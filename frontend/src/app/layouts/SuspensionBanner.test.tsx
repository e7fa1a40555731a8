import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import DashboardLayout from './DashboardLayout';

it('every page of a suspended organization says so, with the reason and whom to ask', async () => {
  const suspension = { since: '2026-11-23T08:00:00Z', reason: 'The licence has expired.' };
  const profiles = [aProfile('staff', { organization_name_en: 'Gulf Academy', suspension })];
  startSession({ access_token: aToken(600), user: aUser({ profiles }) });
  renderAt(paths.dashboard, <DashboardLayout>what was there</DashboardLayout>);
  expect(await screen.findByText('Gulf Academy is suspended')).toBeVisible();
  expect(screen.getByText('The licence has expired.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', paths.contact);
  expect(screen.getByText('what was there')).toBeVisible();
});
