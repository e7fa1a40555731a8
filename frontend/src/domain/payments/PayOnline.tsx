import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { ChargeRead, PaymentMethod } from '@/api/payments';
import { PayLine } from './PayLine';
import { paymentMethodIcons } from './paymentMethodIcons';
import type { useStartPayment } from './useStartPayment';

interface PayOnlineProps {
  charge: ChargeRead;
  way: PaymentMethod;
  start: ReturnType<typeof useStartPayment>;
}

/** Opens the payment provider's page. */
export function PayOnline({ charge, way, start }: PayOnlineProps) {
  const { t } = useTranslation();
  const WayIcon = paymentMethodIcons[way];
  return (
    <PayLine charge={charge} error={start.error}>
      <Button
        variant="contained"
        size="large"
        startIcon={<WayIcon />}
        // After a success the browser is already navigating to the payment page.
        loading={start.isPending || start.isSuccess}
        loadingPosition="start"
        onClick={() => start.mutate({ path: { charge_id: charge.id }, body: { way } })}
      >
        {t('pay.pay')}
      </Button>
    </PayLine>
  );
}
