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

describe('what is shown to be paid', () => {
  const aCharge = (id: string) => ({
    id,
    purpose: id === 'fee' ? 'candidate_registration' : 'enrollment',
    status: 'open',
    reference: `ITQ-${id}`,
    title_en: id,
    title_ar: id,
    amount_minor: 11_500,
    currency: 'SAR',
    due_at: null,
  });
  const open = (paid: boolean, address: string, ids: string[]) => {
    startSession({ access_token: aToken(600), user: person(paid) });
    serve({
      '/api/v1/charges': () =>
        ok({ data: ids.map(aCharge), meta: { page: 1, page_size: 50, total: ids.length } }),
    });
    renderAt(address, <PayPage />);
  };

  it('is the charge that was chosen', async () => {
    open(true, '/payments/pay?charge=one', ['one', 'two']);
    expect(await screen.findByText('ITQ-one')).toBeVisible();
    expect(screen.queryByText('ITQ-two')).toBeNull();
  });

  it('is the fee when the chosen charge is not open and the fee is', async () => {
    open(false, '/payments/pay?charge=gone', ['fee']);
    expect(await screen.findByText('ITQ-fee')).toBeVisible();
  });

  it('is nothing when the chosen charge was paid meanwhile', async () => {
    open(true, '/payments/pay?charge=gone', ['two']);
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeVisible();
    expect(screen.queryByText('ITQ-two')).toBeNull();
  });
});
