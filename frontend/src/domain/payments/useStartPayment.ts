import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StartPaymentData } from '@/api/payments';
import { startPaymentMutation } from '@/api/payments/@tanstack/react-query.gen';
import { rememberReturn } from './returning';

/** Opens the card page for a charge, and remembers where to go on after it. */
export function useStartPayment(redirect: string | null) {
  const start = useMutation({
    ...startPaymentMutation(),
    onSuccess: ({ payment_id, checkout_url }, { path }: { path: StartPaymentData['path'] }) => {
      rememberReturn({ paymentId: payment_id, chargeId: path.charge_id, redirect });
      window.location.assign(checkout_url);
    },
  });
  const { reset } = start;

  useEffect(() => {
    // Gone back to from the card page, a browser may show this page as it was left: on its way.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reset]);

  return start;
}
