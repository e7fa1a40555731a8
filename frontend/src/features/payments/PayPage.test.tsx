import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import PayPage from './PayPage';

const person = (paid: boolean) => aUser({ profiles: [aProfile('candidate', { paid })] });

describe('a fee that is settled without the card page', () => {
  it('is noticed, however long identity takes to hear of it', async () => {
    startSession({ access_token: aToken(600), user: person(false) });
    let asked = 0;
    serve({
      '/api/v1/charges': () => ok({ data: [], meta: { page: 1, page_size: 50, total: 0 } }),
      '/api/v1/auth/authenticated': () => {
        asked += 1;
        return ok(person(asked > 1));
      },
    });
    renderAt('/payments/pay?redirect=%2Ftrainings', <PayPage />);
    const onwards = await screen.findByRole('link', { name: 'Continue' }, { timeout: 45_000 });
    expect(onwards).toHaveAttribute('href', '/trainings');
  });
});
