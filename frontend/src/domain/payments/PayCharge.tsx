import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargeRead, Way } from '@/api/payments';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { useStartPayment } from './useStartPayment';
import { WayInput } from './WayInput';
import { wayIcons } from './wayIcons';

interface PayChargeProps {
  charge: ChargeRead;
  /** Where the payment page leads back to. */
  redirect: string | null;
  /** The payer chooses where there are several; by card where none is named. */
  ways?: readonly Way[] | undefined;
}

/** The amount of a charge, the ways in which it can be paid, and the button that pays it. */
export function PayCharge({ charge, redirect, ways = [] }: PayChargeProps) {
  const { t } = useTranslation();
  const start = useStartPayment(redirect);
  const [chosen, setChosen] = useState<Way | null>(null);
  // What was chosen may be offered no more.
  const way = ways.find((each) => each === chosen) ?? ways[0] ?? 'card';
  const WayIcon = wayIcons[way];
  // The browser is already on its way to the payment page after a success.
  const leaving = start.isPending || start.isSuccess;
  return (
    <>
      {ways.length > 1 && (
        <WayInput ways={ways} value={way} onChange={setChosen} disabled={leaving} />
      )}
      <Box
        sx={{
          mt: 3,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography variant="h3" component="p">
          <Money amount={charge.amount_minor} currency={charge.currency} />
        </Typography>
        <Button
          variant="contained"
          size="large"
          startIcon={<WayIcon />}
          loading={leaving}
          loadingPosition="start"
          onClick={() => start.mutate({ path: { charge_id: charge.id }, body: { way } })}
        >
          {t('pay.pay')}
        </Button>
      </Box>
      {start.error && (
        <Box sx={{ mt: 2 }}>
          <ErrorAlert error={start.error} />
        </Box>
      )}
    </>
  );
}
