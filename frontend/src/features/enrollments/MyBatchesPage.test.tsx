import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import MyBatchesPage from './MyBatchesPage';
import { anEnrollment } from './testing';

it.each(['narrow', 'wide'] as const)(
  'what is over is listed with its result and certificate on a %s screen',
  async (width) => {
    setScreen(width);
    const { user } = aSession('candidate');
    if (user) startSession({ access_token: aToken(600), user });
    const ended = { status: 'completed', result: 'passed' } as const;
    serve({
      '/api/v1/enrollments/mine': () =>
        ok({
          data: [
            anEnrollment({ ...ended, id: 'e1' }),
            anEnrollment({ ...ended, id: 'e2' }),
            anEnrollment({ ...ended, id: 'e3', result: 'failed' }),
          ],
          meta: { page: 1, page_size: 20, total: 3 },
        }),
      '/api/v1/certificates/mine': () =>
        ok({
          data: [{ id: 'c1', enrollment_id: 'e1', number: '8K3M-2Q7P-XW41', state: 'expiring' }],
          meta: { page: 1, page_size: 100, total: 1 },
        }),
      '/api/v1/certificates/mine/waiting': () => ok(['e2']),
    });
    renderAt('/candidate/my-trainings', <MyBatchesPage />);
    expect(await screen.findByText('8K3M-2Q7P-XW41')).toBeVisible();
    expect(screen.getByText('Expires soon')).toBeVisible();
    expect(await screen.findByText('under review')).toBeVisible();
    expect(screen.getByText('Passed')).toBeVisible();
    expect(screen.getByText('Not passed')).toBeVisible();
  },
);
