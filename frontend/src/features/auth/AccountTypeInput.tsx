import OrganizationIcon from '@mui/icons-material/ApartmentOutlined';
import CandidateIcon from '@mui/icons-material/SchoolOutlined';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceCard } from '@/components/form/ChoiceCard';
import type { SignUpForm, SignUpInput } from './signUpForm';

const types = [
  { value: 'candidate', Icon: CandidateIcon },
  { value: 'organization', Icon: OrganizationIcon },
] as const;

/** Selects the account type: candidate or organization. */
export function AccountTypeInput({
  control,
}: {
  control: Control<SignUpInput, unknown, SignUpForm>;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { field } = useController({ control, name: 'profile_type' });
  return (
    <FormControl>
      <FormLabel id={id} sx={{ mb: 1, fontSize: '0.875rem' }}>
        {t('auth.account_type')}
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1.5 }}
      >
        {types.map(({ value, Icon }) => (
          <ChoiceCard
            key={value}
            value={value}
            chosen={field.value === value}
            Icon={Icon}
            title={t(`common.profile_type.${value}`)}
            hint={t(`auth.account_type_hint.${value}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
