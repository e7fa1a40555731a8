import { useTranslation } from 'react-i18next';
import type { AccountRow } from '@/api/identity';
import { zProfileType } from '@/api/identity/zod.gen';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { paths } from '@/routes/paths';
import { users } from './lists';
import { useRoleOptions } from './queries';
import { useRolesText, useTypesText } from './words';

const column = defineColumns<AccountRow>();

/** All accounts. */
export default function UserListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const types = useTypesText();
  const roles = useRolesText();
  return (
    <ListPage
      list={users}
      title={t('routes.users')}
      sections={useFamily('access')}
      action={
        <Can route="userAdd">
          <LinkButton variant="contained" to={paths.userAdd}>
            {t('users.add')}
          </LinkButton>
        </Can>
      }
      tabs={{
        name: 'status',
        label: t('users.status'),
        options: toOptions(['active', 'disabled'], (state) => t(`status.account.${state}`)),
      }}
      search={t('users.search')}
      filters={[
        {
          kind: 'choice',
          name: 'type',
          label: t('users.type'),
          options: toOptions(zProfileType.options, (type) => t(`common.profile_type.${type}`)),
        },
        { kind: 'choice', name: 'role', label: t('users.role'), options: useRoleOptions('slug') },
        {
          kind: 'choice',
          name: 'verified',
          label: t('users.address'),
          options: toOptions(['true', 'false'], (is) => t(`users.verified.${is}`)),
        },
        {
          kind: 'dates',
          from: 'registered_from',
          to: 'registered_to',
          label: t('users.registered'),
        },
      ]}
      columns={[
        column.person(locale === 'ar' ? 'name_ar' : 'name_en', t('users.user'), {
          read: (row) => row,
        }),
        column.code('username', t('person.username')),
        column.text('type', t('users.type'), { read: (row) => types(row.profiles) }),
        column.text('roles', t('users.roles'), {
          read: ({ profiles }) => roles(profiles),
        }),
        column.code('phone', t('person.phone'), { hidden: true }),
        column.date('verified_at', t('users.verified_on'), { hidden: true }),
        column.date('created_at', t('users.registered')),
        column.status('status', t('users.status'), 'account'),
      ]}
      empty={{ title: t('users.none') }}
    />
  );
}
