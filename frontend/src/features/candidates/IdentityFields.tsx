import Box from '@mui/material/Box';
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { DateInput } from '@/components/form/DateInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { birthDates, normalizeNumber } from '@/domain/personFields';
import { useCountryOptions } from '@/domain/useCountryOptions';
import type { Any } from '@/lib/any';
import { toOptions } from '@/lib/options';

const columns = { display: 'grid', gap: 2.5, gridTemplateColumns: { sm: 'repeat(2, 1fr)' } };

/** Identity numbers, nationality and further data for certificates. */
export function IdentityFields<Values extends FieldValues>({
  control,
  fixed = {},
  locked = false,
}: {
  control: Control<Values, unknown, Any>;
  /** Numbers that only a number case can change. */
  fixed?: { civil?: boolean; passport?: boolean };
  /** Disables the identity numbers. */
  locked?: boolean;
}) {
  const { t } = useTranslation();
  const countries = useCountryOptions();
  const hint = (isFixed?: boolean) => {
    if (locked) return t('confirmations.no_permission');
    return isFixed ? t('candidates.number_fixed') : undefined;
  };
  const name = (of: string) => of as FieldPath<Values>;
  const passport = useWatch({ control, name: name('passport_number') });
  return (
    <>
      <Box sx={columns}>
        <TextInput
          control={control}
          name={name('civil_number')}
          label={t('person.civil_number')}
          hint={hint(fixed.civil)}
          normalize={normalizeNumber.civil}
          slotProps={{
            htmlInput: { inputMode: 'numeric' },
            input: { readOnly: locked || fixed.civil },
          }}
          ltr
        />
        <AutocompleteInput
          control={control}
          name={name('nationality')}
          label={t('person.nationality')}
          {...countries}
        />
        <TextInput
          control={control}
          name={name('passport_number')}
          label={t('person.passport_number')}
          hint={hint(fixed.passport)}
          normalize={normalizeNumber.passport}
          slotProps={{ input: { readOnly: locked || fixed.passport } }}
          ltr
        />
        {passport && (
          <AutocompleteInput
            control={control}
            name={name('passport_country')}
            label={t('person.passport_country')}
            disabled={locked || fixed.passport}
            {...countries}
          />
        )}
      </Box>
      <Box sx={columns}>
        <DateInput
          control={control}
          name={name('birth_date')}
          label={t('person.birth_date')}
          {...birthDates()}
        />
        <SelectInput
          control={control}
          name={name('gender')}
          label={t('person.gender')}
          options={toOptions(['male', 'female'], (value) => t(`person.genders.${value}`))}
        />
      </Box>
    </>
  );
}
