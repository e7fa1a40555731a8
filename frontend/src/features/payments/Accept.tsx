import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargeRead, PaymentDetail } from '@/api/payments';
import { FormDialog } from '@/components/form/FormDialog';
import { SelectInput } from '@/components/form/SelectInput';
import { localized, useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useAccept, useAcceptable } from './queries';
import { ReasonInput, reason } from './ReasonInput';

const schema = z.object({
  charge_id: z.string(),
  reason,
});

/** Applies money under review to its charge, or to another charge of the payer. */
export function Accept({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data: charges = [] } = useAcceptable(payment);
  if (charges.length === 0) return null;
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {t('payments.accept')}
      </Button>
      {open && <AcceptDialog payment={payment} charges={charges} onClose={() => setOpen(false)} />}
    </>
  );
}

interface AcceptDialogProps {
  payment: PaymentDetail;
  /** The charges that the money can settle; the payment's own first. */
  charges: readonly ChargeRead[];
  onClose: () => void;
}

function AcceptDialog({ payment, charges, onClose }: AcceptDialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const form = useZodForm(schema, { charge_id: charges[0]?.id ?? '', reason: '' });
  const accept = useAccept();
  const chosen = charges.find(({ id }) => id === form.watch('charge_id'));
  const money = formatMoney(payment.received_minor ?? 0, payment.currency, locale);
  return (
    <FormDialog
      form={form}
      title={t('payments.accept_title', { amount: money })}
      text={t(chosen?.status === 'open' ? 'payments.accept_text' : 'payments.accept_text_closed')}
      saveLabel={t('payments.accept')}
      onSave={async (body) => {
        await accept.mutateAsync({ path: { payment_id: payment.id }, body });
        toast.success(t('payments.accepted'));
      }}
      onClose={onClose}
    >
      <SelectInput
        control={form.control}
        name="charge_id"
        label={t('payments.accept_for')}
        hint={chosen && chosen.id !== payment.charge_id ? t('payments.accept_other') : undefined}
        options={charges.map((charge) => ({
          value: charge.id,
          label: t('payments.accept_option', {
            title: localized(charge, 'title', locale),
            reference: charge.reference,
          }),
        }))}
        required
      />
      <ReasonInput control={form.control} />
    </FormDialog>
  );
}
