import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrganizationPerson } from '@/api/enrollment';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { usePersonName } from '@/components/Person';
import { localized, useLocale } from '@/i18n';
import { GiveRole } from './GiveRole';
import { requirementPeople } from './lists';
import { rolesQuery } from './queries';

const column = defineColumns<OrganizationPerson>();

/** All people whom the organization has enrolled, with their job roles. */
export default function RequirementPeoplePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePersonName();
  const { data: roles = [] } = useQuery(rolesQuery);
  const roleName = (id: string) =>
    localized(
      roles.find((role) => role.id === id),
      'name',
      locale,
    );
  return (
    <ListPage
      list={requirementPeople}
      title={t('routes.requirementPeople')}
      sections={useFamily('requirements')}
      lead={t('requirements.people_lead')}
      search={t('requirements.search')}
      filters={[
        {
          kind: 'choice',
          name: 'role_id',
          label: t('requirements.role'),
          options: roles.map((role) => ({ value: role.id, label: roleName(role.id) })),
        },
      ]}
      columns={[
        column.person('person', t('requirements.person'), { read: (row) => row }),
        column.text('roles', t('requirements.roles'), {
          read: ({ role_ids }) => role_ids.map(roleName).join(t('table.list_separator')),
        }),
      ]}
      bulk={{
        selectable: () => roles.length > 0,
        label: (person) => t('table.select', { name: nameOf(person) }),
        render: (chosen, clear, all) => (
          <GiveRole roles={roles} chosen={chosen} all={all} onClear={clear} />
        ),
      }}
      empty={{ title: t('requirements.nobody'), description: t('requirements.nobody_hint') }}
      rowId={(row) => row.candidate_profile_id}
    />
  );
}
