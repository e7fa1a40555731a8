import Box from '@mui/material/Box';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldGrid } from '@/components/form/fieldGrid';
import { PhoneInput } from '@/components/form/PhoneInput';
import { TextInput } from '@/components/form/TextInput';
import type { ContactInput } from './contactForm';

/** The contact fields of an organization. `Around` wraps each field, to add a remark. */
export function ContactFields<Output>({
  control,
  Around = ({ children }) => <Fragment>{children}</Fragment>,
}: {
  control: Control<ContactInput, unknown, Output>;
  Around?: ComponentType<{ name: keyof ContactInput; children: ReactNode }>;
}) {
  const { t } = useTranslation();
  const label = (name: keyof ContactInput) => t(`submission.fields.${name}`);
  return (
    <Box sx={fieldGrid}>
      <Around name="contact_name">
        <TextInput
          control={control}
          name="contact_name"
          label={label('contact_name')}
          autoComplete="name"
          required
        />
      </Around>
      <Around name="contact_phone">
        <PhoneInput
          control={control}
          name="contact_phone"
          label={label('contact_phone')}
          required
        />
      </Around>
      <Around name="email">
        <TextInput
          control={control}
          name="email"
          label={label('email')}
          hint={t('organization.email_hint')}
          type="email"
          autoComplete="email"
          required
          ltr
        />
      </Around>
      <Around name="website">
        <TextInput
          control={control}
          name="website"
          label={label('website')}
          hint={t('organization.website_hint')}
          autoComplete="url"
          ltr
        />
      </Around>
    </Box>
  );
}
