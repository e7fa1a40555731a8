import { useTranslation } from 'react-i18next';
import type { StaffRow } from '@/api/identity';
import { zStaffRole, zStaffStatus, zStaffType } from '@/api/identity/zod.gen';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { paths } from '@/routes/paths';
import { staff } from './lists';

const column = defineColumns<StaffRow>();

/** The organization's staff and trainers. */
export default function StaffListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={staff}
      title={t('routes.staff')}
      action={
        <>
          <Can route="staffAddExisting">
            <LinkButton variant="outlined" to={paths.staffAddExisting}>
              {t('staff.add_existing')}
            </LinkButton>
          </Can>
          <Can route="staffAdd">
            <LinkButton variant="contained" to={paths.staffAdd}>
              {t('staff.add')}
            </LinkButton>
          </Can>
        </>
      }
      tabs={{
        name: 'type',
        label: t('staff.type'),
        options: toOptions(zStaffType.options, (type) => t(`staff.types.${type}`)),
      }}
      search={t('staff.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('staff.status'),
          options: toOptions(zStaffStatus.options, (state) => t(`status.staff.${state}`)),
        },
        {
          kind: 'choice',
          name: 'approval',
          label: t('staff.approval'),
          options: toOptions(
            ['draft', 'submitted', 'approved', 'rejected', 'returned'] as const,
            (state) => t(`status.approval.${state}`),
          ),
        },
        {
          kind: 'choice',
          name: 'role',
          label: t('staff.role'),
          options: toOptions(zStaffRole.options, (role) => t(`staff.roles.${role}`)),
        },
      ]}
      columns={[
        column.person(locale === 'ar' ? 'name_ar' : 'name_en', t('staff.member'), {
          read: (row) => row,
        }),
        column.text('type', t('staff.type'), {
          read: ({ type }) => t(`staff.types_of_one.${type}`),
        }),
        column.text('role', t('staff.role'), { read: ({ role }) => t(`staff.roles.${role}`) }),
        column.code('phone', t('person.phone'), { hidden: true }),
        column.status('approval_status', t('staff.approval'), 'approval'),
        column.date('created_at', t('staff.added')),
        column.status('status', t('staff.status'), 'staff'),
      ]}
      empty={{ title: t('staff.none') }}
    />
  );
}
