import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RoleRead } from '@/api/enrollment';
import { zRoleWrite } from '@/api/enrollment/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { offeredQuery, useAddRole, useEditRole } from './queries';

/** The name of a job role and its required trainings. */
export function RoleDialog({ role, onClose }: { role?: RoleRead; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const add = useAddRole();
  const edit = useEditRole();
  const { data: offered = [] } = useQuery(offeredQuery);
  const form = useZodForm(zRoleWrite, {
    name_en: role?.name_en ?? '',
    name_ar: role?.name_ar ?? '',
    training_ids: role?.trainings.map(({ id }) => id) ?? [],
  });
  return (
    <FormDialog
      form={form}
      title={t(role ? 'requirements.edit_role' : 'requirements.add_role')}
      saveLabel={t('common.save')}
      onSave={async (body) => {
        if (role) await edit.mutateAsync({ path: { role_id: role.id }, body });
        else await add.mutateAsync({ body });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <BilingualInput
        control={form.control}
        name="name"
        labels={{ en: t('requirements.name_en'), ar: t('requirements.name_ar') }}
        required
      />
      <MultiSelectInput
        control={form.control}
        name="training_ids"
        label={t('requirements.trainings')}
        hint={t('requirements.trainings_hint')}
        options={offered.map((each) => ({
          value: each.id,
          label: localized(each, 'title', locale),
        }))}
      />
    </FormDialog>
  );
}
