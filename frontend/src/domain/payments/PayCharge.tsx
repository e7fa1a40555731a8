import { useState } from 'react';
import type { ChargeRead, Way } from '@/api/payments';
import { PayByTransfer } from './PayByTransfer';
import { PayOnline } from './PayOnline';
import { useStartPayment } from './useStartPayment';
import { WayInput } from './WayInput';

interface PayChargeProps {
  charge: ChargeRead;
  /** Where the payment page leads back to. */
  redirect: string | null;
  /** The payer chooses where there are several; by card where none is named. */
  ways?: readonly Way[] | undefined;
}

/** The amount of a charge, the ways in which it can be paid, and the button that pays it. */
export function PayCharge({ charge, redirect, ways = [] }: PayChargeProps) {
  const start = useStartPayment(redirect);
  const [chosen, setChosen] = useState<Way | null>(null);
  // What was chosen may be offered no more.
  const way = ways.find((each) => each === chosen) ?? ways[0] ?? 'card';
  return (
    <>
      {ways.length > 1 && (
        <WayInput
          ways={ways}
          value={way}
          onChange={setChosen}
          disabled={start.isPending || start.isSuccess}
        />
      )}
      {way === 'bank_transfer' ? (
        <PayByTransfer charge={charge} />
      ) : (
        <PayOnline charge={charge} way={way} start={start} />
      )}
    </>
  );
}
