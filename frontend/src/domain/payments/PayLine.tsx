import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { ChargeRead } from '@/api/payments';
import { ActionError } from '@/components/feedback/ActionError';
import { Money } from '@/components/Money';

/** The amount of a charge with its pay button and error. */
export function PayLine({
  charge,
  error,
  children,
}: {
  charge: ChargeRead;
  error: unknown;
  children: ReactNode;
}) {
  return (
    <>
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
        {children}
      </Box>
      {Boolean(error) && (
        <Box sx={{ mt: 2 }}>
          <ActionError error={error} />
        </Box>
      )}
    </>
  );
}
