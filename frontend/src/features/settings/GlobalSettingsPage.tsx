import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormPage } from '@/components/form/FormPage';
import { fieldGrid } from '@/components/form/fieldGrid';
import { NumberInput } from '@/components/form/NumberInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { PageContainer } from '@/components/PageContainer';
import { TitledCard } from '@/components/record/TitledCard';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { type GlobalSettings, schema } from './globalSettings';
import { settingsQuery, useUpdateSettings } from './queries';
import { SellerCard, VatRates } from './SellerFields';

/** Platform settings: names, contact, enrollment defaults, payment with VAT, and the seller. */
export default function GlobalSettingsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(settingsQuery());
  const { general, enrollment, payment, seller } = data?.data ?? {};
  if (general && enrollment && payment && seller) {
    return <SettingsForm settings={{ general, enrollment, payment, seller }} />;
  }
  return (
    <PageContainer title={t('routes.settingsGlobal')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

const payers = ['person', 'organization', 'nobody'] as const;
const sections = ['names', 'contact', 'enrollment', 'payment', 'seller'] as const;

function SettingsForm({ settings }: { settings: GlobalSettings }) {
  const { t } = useTranslation();
  const update = useUpdateSettings();
  const form = useZodForm(schema, settings);
  const { control } = form;
  const pair = (name: string) => ({
    control,
    name: `general.${name}`,
    labels: { en: t(`settings.fields.${name}_en`), ar: t(`settings.fields.${name}_ar`) },
  });
  return (
    <FormPage
      form={form}
      title={t('routes.settingsGlobal')}
      lead={t('settings.global_lead')}
      sections={sections.map((id) => ({ id, label: t(`settings.${id}`) }))}
      onSave={async (body) => {
        await update.mutateAsync({ body });
        toast.success(t('common.saved'));
      }}
    >
      <TitledCard id="names" title={t('settings.names')} lead={t('settings.names_lead')}>
        <Box sx={fieldsOfCard}>
          <BilingualInput {...pair('product_name')} required />
          <BilingualInput {...pair('tagline')} multiline />
        </Box>
      </TitledCard>
      <TitledCard id="contact" title={t('settings.contact')} lead={t('settings.contact_lead')}>
        <Box sx={fieldsOfCard}>
          <Box sx={fieldGrid}>
            <TextInput
              control={control}
              name="general.support_email"
              label={t('settings.fields.support_email')}
              type="email"
              ltr
              required
            />
            <TextInput
              control={control}
              name="general.support_phone"
              label={t('settings.fields.support_phone')}
              ltr
            />
          </Box>
          <BilingualInput {...pair('support_hours')} multiline />
          <BilingualInput {...pair('address')} multiline />
        </Box>
      </TitledCard>
      <TitledCard
        id="enrollment"
        title={t('settings.enrollment')}
        lead={t('settings.enrollment_lead')}
      >
        <Box sx={fieldsOfCard}>
          <NumberInput
            control={control}
            name="enrollment.payment_window_hours"
            label={t('settings.fields.payment_window_hours')}
            hint={t('settings.fields.payment_window_hint')}
            required
          />
          <SelectInput
            control={control}
            name="enrollment.bulk_registration"
            label={t('settings.fields.bulk_registration')}
            hint={t('settings.fields.bulk_registration_hint')}
            options={payers.map((value) => ({ value, label: t(`settings.payers.${value}`) }))}
          />
        </Box>
      </TitledCard>
      <TitledCard id="payment" title={t('settings.payment')} lead={t('settings.payment_lead')}>
        <Box sx={fieldsOfCard}>
          <VatRates control={control} />
          <CheckboxInput
            control={control}
            name="payment.vat_included"
            label={t('settings.fields.vat_included')}
            hint={t('settings.fields.vat_included_hint')}
          />
        </Box>
      </TitledCard>
      <SellerCard control={control} />
    </FormPage>
  );
}

const fieldsOfCard = { display: 'grid', gap: 2.5, mt: 3 } as const;
