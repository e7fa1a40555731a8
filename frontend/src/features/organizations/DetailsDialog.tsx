import { useTranslation } from 'react-i18next';
import type { OrganizationDetail } from '@/api/identity';
import { zDetailsWrite } from '@/api/identity/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useCorrectDetails } from './queries';

interface DetailsDialogProps {
  organization: OrganizationDetail;
  onClose: () => void;
}

/** Corrects the names and numbers of an organization. */
export function DetailsDialog({ organization, onClose }: DetailsDialogProps) {
  const { t } = useTranslation();
  const name = localized(organization, 'name', useLocale());
  const correct = useCorrectDetails();
  const { name_en, name_ar, commercial_number, tax_number } = organization;
  const form = useZodForm(zDetailsWrite, {
    name_en,
    name_ar,
    commercial_number: commercial_number ?? '',
    tax_number: tax_number ?? '',
  });
  const number = { htmlInput: { inputMode: 'numeric' as const } };
  return (
    <FormDialog
      form={form}
      title={t('organizations.correct_title', { name })}
      text={t('organizations.correct_text')}
      saveLabel={t('common.save')}
      onSave={async (body) => {
        await correct.mutateAsync({ path: { organization_id: organization.id }, body });
        toast.success(t('organizations.corrected'));
      }}
      onClose={onClose}
    >
      <BilingualInput
        control={form.control}
        name="name"
        labels={{ en: t('submission.fields.name_en'), ar: t('submission.fields.name_ar') }}
        required
      />
      {(['commercial_number', 'tax_number'] as const).map((field) => (
        <TextInput
          key={field}
          control={form.control}
          name={field}
          label={t(`submission.fields.${field}`)}
          slotProps={number}
          required
          ltr
        />
      ))}
    </FormDialog>
  );
}
