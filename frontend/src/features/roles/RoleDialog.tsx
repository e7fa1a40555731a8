import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RoleRow } from '@/api/identity';
import { zRoleCreate } from '@/api/identity/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FormDialog } from '@/components/form/FormDialog';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useAddRole, useRenameRole } from './queries';

/** Adds a role, or renames one. */
export function RoleDialog({ role, onClose }: { role?: RoleRow; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddRole();
  const rename = useRenameRole();
  const form = useZodForm(zRoleCreate, {
    name_en: role?.name_en ?? '',
    name_ar: role?.name_ar ?? '',
  });
  return (
    <FormDialog
      form={form}
      title={t(role ? 'roles.rename' : 'roles.add')}
      text={role ? undefined : t('roles.add_text')}
      saveLabel={t(role ? 'common.save' : 'roles.add')}
      onSave={async (names) => {
        if (role) {
          const body = { ...names, version: role.version };
          await rename.mutateAsync({ path: { role_id: role.id }, body });
        } else {
          const { id } = await add.mutateAsync({ body: names });
          void navigate(href(paths.role, { id }));
        }
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <BilingualInput
        control={form.control}
        name="name"
        labels={{ en: t('roles.name_en'), ar: t('roles.name_ar') }}
        required
      />
    </FormDialog>
  );
}
