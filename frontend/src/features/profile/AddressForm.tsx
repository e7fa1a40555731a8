import { useTranslation } from 'react-i18next';
import type { AddressRead } from '@/api/identity';
import { Form } from '@/components/form/Form';
import { FormFooter } from '@/components/form/FormFooter';
import { useLeaveGuard } from '@/components/form/useLeaveGuard';
import { AddressFields } from '@/domain/address/AddressFields';
import { addressForm, toAddressForm } from '@/domain/address/addressForm';
import { useDraft, useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useSaveAddress } from './queries';

interface AddressFormProps {
  profileId: string;
  address: AddressRead | null;
}

/** The address of a profile. */
export function AddressForm({ profileId, address }: AddressFormProps) {
  const { t } = useTranslation();
  const form = useZodForm(addressForm, toAddressForm(address));
  useDraft(`address ${profileId}`, form);
  const leaving = useLeaveGuard(form);
  const save = useSaveAddress(profileId);

  return (
    <Form
      form={form}
      onSave={async (body) => {
        const saved = await save.mutateAsync({ path: { profile_id: profileId }, body });
        form.reset(toAddressForm(saved));
        toast.success(t('common.saved'));
      }}
      sx={{ gap: 3, mt: 3 }}
    >
      <AddressFields form={form} />
      <FormFooter form={form} />
      {leaving}
    </Form>
  );
}
