import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargeRead, PaymentMethod, PaymentMethodRead } from '@/api/payments';
import { PayByTransfer } from './PayByTransfer';
import { PaymentMethodInput } from './PaymentMethodInput';
import { PayOnAccount } from './PayOnAccount';
import { PayOnline } from './PayOnline';
import { useStartPayment } from './useStartPayment';

interface PayChargeProps {
  charge: ChargeRead;
  /** The page to return to after the payment. */
  redirect: string | null;
  /** The payment methods to choose from; by default card only. */
  ways?: readonly PaymentMethodRead[] | undefined;
}

/** The amount of a charge with its payment methods and the pay button. */
export function PayCharge({ charge, redirect, ways: offered = [] }: PayChargeProps) {
  const { t } = useTranslation();
  const start = useStartPayment(redirect);
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  // The selected method may no longer be offered.
  const ways = offered.map(({ way }) => way);
  const way = ways.find((each) => each === chosen) ?? ways[0] ?? 'card';
  const free = offered.find((each) => each.way === way)?.free_minor ?? 0;
  return (
    <>
      {ways.length === 1 && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t(`pay.way_hints.${way}`)}
        </Typography>
      )}
      {ways.length > 1 && (
        <PaymentMethodInput
          ways={ways}
          value={way}
          onChange={setChosen}
          disabled={start.isPending || start.isSuccess}
        />
      )}
      {way === 'bank_transfer' ? (
        <PayByTransfer charge={charge} />
      ) : way === 'on_account' ? (
        <PayOnAccount charge={charge} free={free} />
      ) : (
        <PayOnline charge={charge} way={way} start={start} />
      )}
    </>
  );
}
