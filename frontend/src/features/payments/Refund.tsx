import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentDetail } from '@/api/payments';
import { FormDialog } from '@/components/form/FormDialog';
import { MoneyInput } from '@/components/form/MoneyInput';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useRefund } from './queries';
import { ReasonInput, reason } from './ReasonInput';

/** Creates the schema of the refund form; `left` is the maximum. */
const createSchema = (left: number) =>
  z.object({
    amount_minor: z.int().check(z.gte(1), z.lte(left)),
    reason,
  });

/** Returns whether a refund is in progress. */
export const isRefunding = ({ refunds }: PaymentDetail) =>
  refunds.some(({ status }) => status === 'requested' || status === 'sent');

/**
 * Refunds the rest of a payment or a part of it, one refund at a time, for users whom the service
 * permits.
 */
export function Refund({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const left = payment.refundable_minor;
  if (!payment.can_refund || !(left > 0 || isRefunding(payment))) return null;
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        disabled={isRefunding(payment)}
        onClick={() => setOpen(true)}
      >
        {t(isRefunding(payment) ? 'payments.refund_pending' : 'payments.refund')}
      </Button>
      {open && <RefundDialog payment={payment} left={left} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RefundDialogProps {
  payment: PaymentDetail;
  /** The refundable amount, in minor units. */
  left: number;
  onClose: () => void;
}

function RefundDialog({ payment, left, onClose }: RefundDialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { currency } = payment;
  const form = useZodForm(createSchema(left), { amount_minor: left, reason: '' });
  // One idempotency key per opening of the dialog: a second click does not refund twice.
  const [key] = useState(() => crypto.randomUUID());
  const refund = useRefund(payment);
  return (
    <FormDialog
      form={form}
      title={t('payments.refund_title')}
      saveLabel={t('payments.refund')}
      color="error"
      onSave={async ({ amount_minor, reason }) => {
        await refund.mutateAsync({
          path: { payment_id: payment.id },
          body: { key, reason, amount_minor },
        });
        toast.success(t('payments.refund_requested'));
      }}
      onClose={onClose}
    >
      <MoneyInput
        control={form.control}
        name="amount_minor"
        label={t(
          payment.way === 'bank_transfer'
            ? 'payments.refund_text_transfer'
            : payment.way === 'on_account'
              ? 'payments.refund_text_account'
              : 'payments.refund_text',
        )}
        currency={currency}
        hint={t('payments.refund_left', { amount: formatMoney(left, currency, locale) })}
        required
      />
      <ReasonInput control={form.control} />
    </FormDialog>
  );
}
