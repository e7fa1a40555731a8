import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChargeRead } from '@/api/payments';
import { payOnAccountMutation } from '@/api/payments/@tanstack/react-query.gen';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useInvalidate } from '@/lib/useInvalidate';
import { PayLine } from './PayLine';
import { paymentMethodIcons } from './paymentMethodIcons';

interface PayOnAccountProps {
  charge: ChargeRead;
  /** The remaining credit limit, in minor units. */
  free: number;
}

/** Settles a charge by owing it on the organization's account. */
export function PayOnAccount({ charge, free }: PayOnAccountProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const refresh = useInvalidate('charges', 'payments', 'accounts');
  const pay = useMutation({
    ...payOnAccountMutation(),
    onSuccess: () => toast.success(t('pay.account.paid')),
    // After a refusal, payment on account may no longer be offered.
    onSettled: refresh,
  });
  const WayIcon = paymentMethodIcons.on_account;
  const left = formatMoney(free - charge.amount_minor, charge.currency, locale);
  return (
    <>
      <PayLine charge={charge} error={pay.error}>
        <Button
          variant="contained"
          size="large"
          startIcon={<WayIcon />}
          loading={pay.isPending || pay.isSuccess}
          loadingPosition="start"
          onClick={() => pay.mutate({ path: { charge_id: charge.id } })}
        >
          {t('pay.account.pay')}
        </Button>
      </PayLine>
      <Box sx={{ mt: 2 }}>
        <Alert severity="info">{t('pay.account.next', { left })}</Alert>
      </Box>
    </>
  );
}
