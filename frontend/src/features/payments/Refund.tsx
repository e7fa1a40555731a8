import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentDetail } from '@/api/payments';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { Money } from '@/components/Money';
import { useZodForm, z } from '@/lib/forms';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useRefund } from './queries';

const REASON_MAX = 500;

const schema = z.object({ reason: z.string().trim().min(1).max(REASON_MAX) });

/** Whether money of the payment is on its way back. */
export const isRefunding = ({ refunds }: PaymentDetail) =>
  refunds.some(({ status }) => status === 'requested' || status === 'sent');

/** Gives the rest of the money back, with a reason that stays on record; for admins, if any is left. */
export function Refund({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const isAdmin = useSession().profile?.type === 'admin';
  const left = payment.refundable_minor;
  if (!isAdmin || payment.status !== 'succeeded' || left <= 0) return null;
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('payments.refund')}
      </Button>
      {open && <RefundDialog payment={payment} left={left} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RefundDialogProps {
  payment: PaymentDetail;
  /** What can go back, in minor units. */
  left: number;
  onClose: () => void;
}

function RefundDialog({ payment, left, onClose }: RefundDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(schema, { reason: '' });
  // One key for each opening of the dialog: pressing twice gives the money back once.
  const [key] = useState(() => crypto.randomUUID());
  const refund = useRefund();
  return (
    <FormDialog
      form={form}
      title={t('payments.refund_title')}
      text={
        <>
          {t('payments.refund_text')} <Money amount={left} currency={payment.currency} />
        </>
      }
      saveLabel={t('payments.refund')}
      color="error"
      onSave={async ({ reason }) => {
        await refund.mutateAsync({
          path: { payment_id: payment.id },
          body: { key, reason, amount_minor: left },
        });
        toast.success(t('payments.refund_requested'));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="reason"
        label={t('payments.reason')}
        hint={t('payments.refund_hint')}
        multiline
        minRows={2}
        required
        autoFocus
        slotProps={{ htmlInput: { dir: 'auto', maxLength: REASON_MAX } }}
      />
    </FormDialog>
  );
}
