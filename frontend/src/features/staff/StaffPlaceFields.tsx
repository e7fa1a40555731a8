import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { StaffRole, StaffType } from '@/api/identity';
import { zStaffRole, zStaffType } from '@/api/identity/zod.gen';
import { SelectInput } from '@/components/form/SelectInput';
import type { Any } from '@/lib/any';
import { toOptions } from '@/lib/options';

/** The type and role of a member. */
export const placeSchema = { type: zStaffType, role: zStaffRole };

interface Place {
  type: StaffType;
  role: StaffRole;
}

export const emptyPlace: Place = { type: 'staff', role: 'none' };

/** Removes the role of a trainer. */
export const toPlaceBody = <Values extends Place>(place: Values): Values =>
  place.type === 'trainer' ? { ...place, role: 'none' } : place;

interface PlaceProps<Values extends FieldValues> {
  control: Control<Values, unknown, Any>;
}

/** Staff or trainer; staff may have the admin role. */
export function StaffPlaceFields<Values extends FieldValues>({ control }: PlaceProps<Values>) {
  const { t } = useTranslation();
  const name = 'type' as FieldPath<Values>;
  const type: StaffType = useWatch({ control, name });
  return (
    <>
      <SelectInput
        control={control}
        name={name}
        label={t('staff.type')}
        hint={t(`staff.type_hint.${type}`)}
        options={toOptions(zStaffType.options, (each) => t(`staff.types_of_one.${each}`))}
      />
      {type === 'staff' && <RoleInput control={control} />}
    </>
  );
}

export function RoleInput<Values extends FieldValues>({ control }: PlaceProps<Values>) {
  const { t } = useTranslation();
  return (
    <SelectInput
      control={control}
      name={'role' as FieldPath<Values>}
      label={t('staff.role')}
      hint={t('staff.role_hint')}
      options={toOptions(zStaffRole.options, (role) => t(`staff.roles.${role}`))}
    />
  );
}
