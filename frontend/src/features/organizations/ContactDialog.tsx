import { useTranslation } from 'react-i18next';
import type { OrganizationDetail } from '@/api/identity';
import { FormDialog } from '@/components/form/FormDialog';
import { ContactFields } from '@/domain/organizations/ContactFields';
import { contactForm, toContactForm } from '@/domain/organizations/contactForm';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useCorrectContact } from './queries';

/** Corrects the contact data of an organization. */
export function ContactDialog({
  organization,
  onClose,
}: {
  organization: OrganizationDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const name = localized(organization, 'name', useLocale());
  const correct = useCorrectContact();
  const form = useZodForm(contactForm, toContactForm(organization));
  return (
    <FormDialog
      form={form}
      title={t('organizations.contact_title', { name })}
      saveLabel={t('common.save')}
      onSave={async (body) => {
        await correct.mutateAsync({ path: { organization_id: organization.id }, body });
        toast.success(t('organizations.contact_done'));
      }}
      onClose={onClose}
    >
      <ContactFields control={form.control} />
    </FormDialog>
  );
}
