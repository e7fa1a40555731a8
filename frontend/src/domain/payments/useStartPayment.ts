import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StartPaymentData } from '@/api/payments';
import { listWaysQueryKey, startPaymentMutation } from '@/api/payments/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { rememberReturn } from './returning';

/** Opens the payment page for a charge, and stores the page to return to. */
export function useStartPayment(redirect: string | null) {
  const client = useQueryClient();
  const start = useMutation({
    ...startPaymentMutation(),
    onSuccess: (
      { payment_id, checkout_url },
      { path }: Pick<StartPaymentData, 'path' | 'body'>,
    ) => {
      rememberReturn({ paymentId: payment_id, chargeId: path.charge_id, redirect });
      window.location.assign(checkout_url);
    },
    onError: (error, { path }) => {
      if (asProblem(error)?.code !== 'payment_method.unavailable') return;
      void client.invalidateQueries({ queryKey: listWaysQueryKey({ path }) });
    },
  });
  const { reset } = start;

  useEffect(() => {
    // The back button may restore this page with its pending state, so reset it.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reset]);

  return start;
}
