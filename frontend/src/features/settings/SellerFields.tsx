import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { DateInput } from '@/components/form/DateInput';
import { FieldArray } from '@/components/form/FieldArray';
import { fieldGrid } from '@/components/form/fieldGrid';
import { NumberInput } from '@/components/form/NumberInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import type { SettingsFields } from './globalSettings';

const MAX_RATES = 20;
const numbers = ['building_number', 'postal_code', 'registration_number'] as const;
const places = ['street', 'district', 'city'] as const;

/** The VAT rates with their start dates. */
export function VatRates({ control }: SettingsFields) {
  const { t } = useTranslation();
  return (
    <Box>
      <Typography component="h3" variant="subtitle1">
        {t('settings.fields.vat_rates')}
      </Typography>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {t('settings.fields.vat_rates_hint')}
      </Typography>
      <FieldArray
        control={control}
        name="payment.vat_rates"
        label={t('settings.fields.vat_rates')}
        addLabel={t('settings.fields.add_vat_rate')}
        entryLabel={(place) => t('settings.fields.vat_rate', { place })}
        empty={{ percent: 15, valid_from: '' }}
        max={MAX_RATES}
      >
        {(name) => (
          <Box sx={fieldGrid}>
            <NumberInput
              control={control}
              name={`${name}.percent`}
              label={t('settings.fields.vat_percent')}
              unit="%"
              required
            />
            <DateInput
              control={control}
              name={`${name}.valid_from`}
              label={t('settings.fields.vat_valid_from')}
              required
            />
          </Box>
        )}
      </FieldArray>
    </Box>
  );
}

/** The seller on receipts and tax invoices. */
export function SellerCard({ control }: SettingsFields) {
  const { t } = useTranslation();
  const registered = useWatch({ control, name: 'seller.vat_registered' });
  const pair = (name: string) => ({
    control,
    name: `seller.${name}`,
    labels: {
      en: t(`settings.seller_fields.${name}_en`),
      ar: t(`settings.seller_fields.${name}_ar`),
    },
  });
  return (
    <TitledCard id="seller" title={t('settings.seller')} lead={t('settings.seller_lead')}>
      <Box sx={{ display: 'grid', gap: 2.5, mt: 3 }}>
        <BilingualInput {...pair('name')} required={registered} />
        <CheckboxInput
          control={control}
          name="seller.vat_registered"
          label={t('settings.seller_fields.vat_registered')}
          hint={t('settings.seller_fields.vat_registered_hint')}
        />
        {registered && (
          <TextInput
            control={control}
            name="seller.vat_number"
            label={t('settings.seller_fields.vat_number')}
            hint={t('settings.seller_fields.vat_number_hint')}
            ltr
            required
          />
        )}
        {places.map((name) => (
          <BilingualInput key={name} {...pair(name)} />
        ))}
        <Box sx={fieldGrid}>
          {numbers.map((name) => (
            <TextInput
              key={name}
              control={control}
              name={`seller.${name}`}
              label={t(`settings.seller_fields.${name}`)}
              hint={t(`settings.seller_fields.${name}_hint`)}
              ltr
            />
          ))}
        </Box>
      </Box>
    </TitledCard>
  );
}
