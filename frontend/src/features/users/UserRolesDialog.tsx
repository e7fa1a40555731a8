import { useTranslation } from 'react-i18next';
import type { AccountDetail, HeldProfile } from '@/api/identity';
import { FormDialog } from '@/components/form/FormDialog';
import { localized, useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useChangeRoles } from './queries';
import { RolesInput } from './RolesInput';

const schema = z.object({ role_ids: z.array(z.string()) });

interface UserRolesDialogProps {
  user: AccountDetail;
  profile: HeldProfile;
  onClose: () => void;
}

/** Sets all roles of a user's profile, based on the version that was read. */
export function UserRolesDialog({ user, profile, onClose }: UserRolesDialogProps) {
  const { t } = useTranslation();
  const name = localized(user, 'name', useLocale());
  const form = useZodForm(schema, { role_ids: profile.roles.map(({ id }) => id) });
  const change = useChangeRoles();
  return (
    <FormDialog
      form={form}
      title={t('users.roles_of', { name, type: t(`common.profile_type.${profile.type}`) })}
      text={t('users.roles_text')}
      saveLabel={t('common.save')}
      onSave={async (body) => {
        await change.mutateAsync({
          path: { user_id: user.id, profile_id: profile.id },
          body: { ...body, version: user.version },
        });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <RolesInput control={form.control} name="role_ids" />
    </FormDialog>
  );
}
