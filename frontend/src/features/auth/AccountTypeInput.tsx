import OrganizationIcon from '@mui/icons-material/ApartmentOutlined';
import CandidateIcon from '@mui/icons-material/SchoolOutlined';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SignUpForm, SignUpInput } from './signUpForm';

const types = [
  { value: 'candidate', Icon: CandidateIcon },
  { value: 'organization', Icon: OrganizationIcon },
] as const;

/** Who signs up: somebody who learns, or an organization that trains. */
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
        {types.map(({ value, Icon }) => {
          const chosen = field.value === value;
          return (
            <Box
              component="label"
              key={value}
              sx={{
                display: 'grid',
                gridTemplateColumns: 'auto 1fr auto',
                gap: 1.25,
                alignItems: 'start',
                p: 1.75,
                cursor: 'pointer',
                border: 1,
                borderRadius: 1.5,
                borderColor: chosen ? 'primary.main' : 'divider',
                bgcolor: chosen ? 'surface.tint' : 'transparent',
                boxShadow: chosen ? '0 0 0 1px var(--mui-palette-primary-main)' : 'none',
              }}
            >
              <Icon sx={{ color: chosen ? 'primary.main' : 'text.secondary', mt: 0.25 }} />
              <Box>
                <Typography sx={{ fontWeight: 600 }}>
                  {t(`common.profile_type.${value}`)}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t(`auth.account_type_hint.${value}`)}
                </Typography>
              </Box>
              <Radio value={value} size="small" sx={{ p: 0.25 }} />
            </Box>
          );
        })}
      </RadioGroup>
    </FormControl>
  );
}
