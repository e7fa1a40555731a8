import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import type { FieldProps } from '@/components/form/types';
import { useRoleOptions } from './queries';

/** Selects a user's roles; the value is a list of IDs. */
export function RolesInput<Values extends FieldValues>({
  control,
  name,
}: Pick<FieldProps<Values>, 'control' | 'name'>) {
  const { t } = useTranslation();
  return (
    <MultiSelectInput
      control={control}
      name={name}
      label={t('users.roles')}
      hint={t('users.roles_hint')}
      options={useRoleOptions('id')}
    />
  );
}
