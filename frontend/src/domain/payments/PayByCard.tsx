import CardIcon from '@mui/icons-material/CreditCardOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ChargeRead } from '@/api/payments';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { useStartPayment } from './useStartPayment';

/** The amount of a charge and the way to the card page, which leads back to `redirect`. */
export function PayByCard({ charge, redirect }: { charge: ChargeRead; redirect: string | null }) {
  const { t } = useTranslation();
  const start = useStartPayment(redirect);
  // The browser is already on its way to the card page after a success.
  const leaving = start.isPending || start.isSuccess;
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
        <Button
          variant="contained"
          size="large"
          startIcon={<CardIcon />}
          loading={leaving}
          loadingPosition="start"
          onClick={() => start.mutate({ path: { charge_id: charge.id } })}
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
