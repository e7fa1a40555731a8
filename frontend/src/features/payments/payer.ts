import type { PaymentRow } from '@/api/payments';
import type { PersonRead } from '@/components/Person';

/** Returns the payer with the data of the payment. */
export const getPayer = ({
  payer_name_en,
  payer_name_ar,
  payer_email,
}: Pick<PaymentRow, 'payer_name_en' | 'payer_name_ar' | 'payer_email'>): PersonRead => ({
  name_en: payer_name_en,
  name_ar: payer_name_ar,
  email: payer_email,
});
