import { useTranslation } from 'react-i18next';
import type { OrganizationDetail } from '@/api/identity';
import { FormDialog } from '@/components/form/FormDialog';
import { AddressFields } from '@/domain/address/AddressFields';
import { addressForm, toAddressForm } from '@/domain/address/addressForm';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useCorrectAddress } from './queries';

/** Corrects the address of an organization. */
export function AddressDialog({
  organization,
  onClose,
}: {
  organization: OrganizationDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const name = localized(organization, 'name', useLocale());
  const correct = useCorrectAddress();
  const form = useZodForm(addressForm, toAddressForm(organization.address));
  return (
    <FormDialog
      form={form}
      title={t('organizations.address_title', { name })}
      saveLabel={t('common.save')}
      onSave={async (body) => {
        await correct.mutateAsync({ path: { organization_id: organization.id }, body });
        toast.success(t('organizations.address_done'));
      }}
      onClose={onClose}
    >
      <AddressFields form={form} />
    </FormDialog>
  );
}
