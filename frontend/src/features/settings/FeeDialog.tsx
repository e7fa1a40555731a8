import { useTranslation } from 'react-i18next';
import type { FeeRead } from '@/api/catalog';
import { zFeeUpdate } from '@/api/catalog/zod.gen';
import { DateInput } from '@/components/form/DateInput';
import { FormDialog } from '@/components/form/FormDialog';
import { MoneyInput } from '@/components/form/MoneyInput';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import type { PayingType } from './lists';
import { useAddFee, useEditFee } from './queries';

const feeForm = z.omit(zFeeUpdate, { version: true });

interface FeeDialogProps {
  profileType: PayingType;
  fee?: FeeRead;
  onClose: () => void;
}

/** Adds a fee, or edits one that does not apply yet. */
export function FeeDialog({ profileType, fee, onClose }: FeeDialogProps) {
  const { t } = useTranslation();
  const add = useAddFee();
  const edit = useEditFee();
  const form = useZodForm(feeForm, {
    amount_minor: fee?.amount_minor,
    currency: 'SAR',
    valid_from: fee?.valid_from,
  });
  return (
    <FormDialog
      form={form}
      title={t(fee ? 'fees.edit' : 'fees.add')}
      text={t('fees.text')}
      saveLabel={t('common.save')}
      onSave={async (values) => {
        if (fee) {
          const body = { ...values, version: fee.version };
          await edit.mutateAsync({ path: { fee_id: fee.id }, body });
        } else {
          await add.mutateAsync({ body: { ...values, profile_type: profileType } });
        }
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <MoneyInput
        control={form.control}
        name="amount_minor"
        label={t('fees.amount')}
        hint={t('fees.amount_hint')}
        required
      />
      <DateInput
        control={form.control}
        name="valid_from"
        label={t('fees.valid_from')}
        hint={t('fees.valid_from_hint')}
        required
      />
    </FormDialog>
  );
}
