import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from './TextInput';
import type { FieldProps } from './types';

type PasswordInputProps<Values extends FieldValues> = FieldProps<Values> & {
  /** `new-password` lets browsers suggest one. */
  isNew?: boolean;
};

/** A password field with a button to show the password. */
export function PasswordInput<Values extends FieldValues>({
  isNew = false,
  ...props
}: PasswordInputProps<Values>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const label = t(shown ? 'common.hide_password' : 'common.show_password');
  return (
    <TextInput
      // Reserves the error's line: an error on blur would move the element that is being clicked
      // below.
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
  );
}
