import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RoleRow } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { toast } from '@/lib/toast';
import { paths, queryString } from '@/routes/paths';
import { roles } from './lists';
import { PermissionMatrix } from './PermissionMatrix';
import { roleQuery, useDeleteRole } from './queries';
import { RoleDialog } from './RoleDialog';

type Question = 'rename' | 'delete';

/** A role: names, users and permissions. */
export default function RolePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  const [question, ask] = useState<Question | null>(null);
  return (
    <RecordPage
      list={roles}
      listTitle={t('routes.roles')}
      id={id}
      query={useQuery(roleQuery(id))}
      notFound="errors.role.not_found"
      title={(role) => localized(role, 'name', locale) || t('routes.role')}
      tabs={() => changes([id])}
      actions={({ system, holders }) =>
        opens('roles') && !system
          ? [
              { label: t('roles.rename'), onSelect: () => ask('rename') },
              {
                label: t('roles.delete'),
                danger: true,
                // The service refuses to delete a role with users.
                disabled: holders > 0,
                onSelect: () => ask('delete'),
              },
            ]
          : []
      }
    >
      {(role) => (
        <>
          <RoleDetails role={role} />
          <PermissionMatrix roleId={role.id} />
          {question === 'rename' && <RoleDialog role={role} onClose={() => ask(null)} />}
          {question === 'delete' && <DeleteRole role={role} onClose={() => ask(null)} />}
        </>
      )}
    </RecordPage>
  );
}

function RoleDetails({ role }: { role: RoleRow }) {
  const { t } = useTranslation();
  const opens = useOpens();
  const count = t('roles.users', { count: role.holders });
  return (
    <TitledCard title={t('roles.about')} lead={role.system ? t('roles.system_text') : undefined}>
      <Details
        entries={[
          [t('roles.name_en'), <bdi key="en">{role.name_en}</bdi>],
          [t('roles.name_ar'), <bdi key="ar">{role.name_ar}</bdi>],
          [
            t('roles.holders'),
            opens('users') && role.holders > 0 ? (
              <TextLink key="users" to={paths.users + queryString({ role: role.slug })}>
                {count}
              </TextLink>
            ) : (
              count
            ),
          ],
          [t('roles.created'), <DateText key="made" value={role.created_at} />],
        ]}
      />
    </TitledCard>
  );
}

function DeleteRole({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = localized(role, 'name', useLocale());
  const { mutate, isPending, error } = useDeleteRole();
  const remove = () =>
    mutate(
      { path: { role_id: role.id } },
      {
        onSuccess: () => {
          toast.success(t('roles.deleted'));
          void navigate(paths.roles);
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('roles.delete_title', { name })}
      confirmLabel={t('roles.delete')}
      color="error"
      pending={isPending}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('roles.delete_text', { count: role.holders })}
    </ConfirmDialog>
  );
}
