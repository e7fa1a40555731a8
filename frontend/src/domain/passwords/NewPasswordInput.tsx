import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PasswordInput } from '@/components/form/PasswordInput';
import type { FieldProps } from '@/components/form/types';
import { judgeQuery } from './judgeQuery';
import { PasswordStrength } from './PasswordStrength';

type NewPasswordInputProps<Values extends FieldValues> = FieldProps<Values> & {
  /** Personal data on the page (names, addresses, numbers), which weakens a password. */
  own: readonly (string | null | undefined)[];
};

/** Input for a new password, with its strength while typing. */
export function NewPasswordInput<Values extends FieldValues>({
  own,
  ...props
}: NewPasswordInputProps<Values>) {
  const [chosen, setChosen] = useState(false);
  const { data: judge } = useQuery({ ...judgeQuery, enabled: chosen });
  return (
    <Box onFocus={() => setChosen(true)}>
      <PasswordInput {...props} isNew />
      <PasswordStrength {...props} judge={judge} own={own} />
    </Box>
  );
}
