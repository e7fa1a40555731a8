import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getBatchQueryKey } from '@/api/catalog/@tanstack/react-query.gen';
import {
  getChargeQueryKey,
  getPaymentQueryKey,
  listChargesQueryKey,
} from '@/api/payments/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

it('has asked for again what was asked of its tags, and nothing else', async () => {
  const client = new QueryClient();
  const keys = {
    charges: listChargesQueryKey({ query: { page: 2 } }),
    charge: getChargeQueryKey({ path: { charge_id: '1' } }),
    payment: getPaymentQueryKey({ path: { payment_id: '1' } }),
    batch: getBatchQueryKey({ path: { batch_id: '1' } }),
  };
  for (const key of Object.values(keys)) client.setQueryData(key, {} as never);
  const { result } = renderHook(() => useInvalidate('charges', 'batches'), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });

  await result.current();

  const stale = Object.entries(keys).filter(
    ([, key]) => client.getQueryState(key as readonly unknown[])?.isInvalidated,
  );
  expect(stale.map(([name]) => name)).toEqual(['charges', 'charge', 'batch']);
});
