import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { passwordRules } from '@/lib/forms';
import { TextInput } from './TextInput';
import type { FieldProps } from './types';

type PasswordInputProps<Values extends FieldValues> = FieldProps<Values> & {
  /** A new password shows which of the rules it keeps. */
  isNew?: boolean;
};

/** A password that can be looked at while it is typed. */
export function PasswordInput<Values extends FieldValues>({
  isNew = false,
  ...props
}: PasswordInputProps<Values>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const label = t(shown ? 'common.hide_password' : 'common.show_password');
  return (
    <Box>
      <TextInput
        // The line is kept for an error: one that came on leaving the field would move what is
        // being clicked below it away from the pointer.
        hint={isNew ? ' ' : undefined}
        {...props}
        ltr
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        slotProps={{
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  aria-label={label}
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? <HideIcon /> : <ShowIcon />}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {isNew && <PasswordRules {...props} />}
    </Box>
  );
}

function PasswordRules<Values extends FieldValues>({ control, name }: FieldProps<Values>) {
  const { t } = useTranslation();
  const password = String(useWatch({ control, name }) ?? '');
  return (
    <Box
      component="ul"
      aria-label={t('password_rules.label')}
      sx={{
        listStyle: 'none',
        p: 0,
        m: 0,
        mt: 1.25,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        gap: 0.5,
      }}
    >
      {passwordRules.map(({ key, holds }) => {
        const kept = holds(password);
        const Icon = kept ? CheckIcon : OpenIcon;
        return (
          <Typography
            component="li"
            variant="body2"
            key={key}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.75,
              color: kept ? 'success.main' : 'text.secondary',
            }}
          >
            <Icon sx={{ fontSize: 17 }} />
            {t(`password_rules.${key}`)}
            <span style={visuallyHidden}>
              {t(kept ? 'password_rules.kept' : 'password_rules.open')}
            </span>
          </Typography>
        );
      })}
    </Box>
  );
}
