import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { OwnOrganization } from '@/api/identity';
import { fieldGrid } from '@/components/form/fieldGrid';
import { TextInput } from '@/components/form/TextInput';
import { AddressFields } from '@/domain/address/AddressFields';
import { addressForm, toAddressForm } from '@/domain/address/addressForm';
import { ContactFields } from '@/domain/organizations/ContactFields';
import { contactForm, toContactForm } from '@/domain/organizations/contactForm';
import { useZodForm } from '@/lib/forms';
import { detailsForm, digitsOnly, toDetailsForm } from './forms';
import { LogoField } from './LogoField';
import { useSaveAddress, useSaveContact, useSaveDetails } from './queries';
import { Remarked, RemarkList } from './Remarked';
import { StepForm, type Way } from './StepForm';

interface StepProps {
  organization: OwnOrganization;
  way?: Way;
}

/** Names, numbers and logo. */
export function DetailsStep({ organization, way }: StepProps) {
  const { t } = useTranslation();
  const form = useZodForm(detailsForm, toDetailsForm(organization));
  const save = useSaveDetails();
  const { control } = form;
  const label = (name: string) => t(`submission.fields.${name}`);
  const number = { htmlInput: { inputMode: 'numeric' as const } };
  return (
    <StepForm
      form={form}
      title={t('organization.steps.details')}
      lead={t('organization.details_lead')}
      way={way}
      save={(body) => save.mutateAsync({ body })}
    >
      <Remarked name="image">
        <LogoField organization={organization} />
      </Remarked>
      <Box sx={fieldGrid}>
        <Remarked name="name_en">
          <TextInput control={control} name="name_en" label={label('name_en')} required ltr />
        </Remarked>
        <Remarked name="name_ar">
          <TextInput
            control={control}
            name="name_ar"
            label={label('name_ar')}
            required
            slotProps={{ htmlInput: { dir: 'rtl', lang: 'ar' } }}
          />
        </Remarked>
        <Remarked name="commercial_number">
          <TextInput
            control={control}
            name="commercial_number"
            label={label('commercial_number')}
            hint={t('organization.commercial_number_hint')}
            normalize={digitsOnly}
            slotProps={number}
            required
            ltr
          />
        </Remarked>
        <Remarked name="tax_number">
          <TextInput
            control={control}
            name="tax_number"
            label={label('tax_number')}
            hint={t('organization.tax_number_hint')}
            normalize={digitsOnly}
            slotProps={number}
            required
            ltr
          />
        </Remarked>
      </Box>
    </StepForm>
  );
}

/** The contact step. */
export function ContactStep({ organization, way }: StepProps) {
  const { t } = useTranslation();
  const form = useZodForm(contactForm, toContactForm(organization));
  const save = useSaveContact();
  return (
    <StepForm
      form={form}
      title={t('organization.steps.contact')}
      lead={t('organization.contact_lead')}
      way={way}
      save={(body) => save.mutateAsync({ body })}
    >
      <ContactFields control={form.control} Around={Remarked} />
    </StepForm>
  );
}

const ADDRESS = ['country', 'state', 'city', 'line1', 'line2', 'postal_code'] as const;

/** The address step. */
export function AddressStep({ organization, way }: StepProps) {
  const { t } = useTranslation();
  const form = useZodForm(addressForm, toAddressForm(organization.address));
  const save = useSaveAddress();
  return (
    <StepForm
      form={form}
      title={t('organization.steps.address')}
      lead={t('organization.address_lead')}
      way={way}
      save={(body) => save.mutateAsync({ body })}
    >
      <AddressFields form={form} />
      <RemarkList names={ADDRESS} />
    </StepForm>
  );
}
