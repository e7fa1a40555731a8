import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentRead } from '@/api/enrollment';
import { zBulkEnrollmentStatus } from '@/api/enrollment/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { bulkEnrollments } from './lists';

const column = defineColumns<BulkEnrollmentRead>();

/** The bulk enrollments, with a button to start one. */
export default function BulkListPage() {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  const organizations = useOrganizationFilter();
  const start = (
    <LinkButton variant="contained" to={paths.bulkEnrollment}>
      {t('bulk_enrollments.start')}
    </LinkButton>
  );
  return (
    <ListPage
      list={bulkEnrollments}
      title={t('routes.bulkEnrollments')}
      lead={t('bulk_enrollments.list_lead')}
      action={start}
      sections={useFamily('enrollments')}
      filters={[
        ...organizations,
        {
          kind: 'choice',
          name: 'status',
          label: t('bulk_enrollments.status'),
          options: toOptions(zBulkEnrollmentStatus.options, (of) =>
            statusText(t, 'bulk_enrollment', of),
          ),
        },
        {
          kind: 'choice',
          name: 'test',
          label: t('bulk_enrollments.kind'),
          options: [{ value: 'true', label: t('bulk_enrollments.test.many') }],
        },
      ]}
      columns={[
        column.text('file_name', t('bulk_enrollments.file'), {
          read: ({ file_name, bought_seats: count }) =>
            count > 0
              ? t('bulk_enrollments.bought.row', { count })
              : file_name || t('bulk_enrollments.by_api'),
          flex: 1.4,
        }),
        column.localized('organization_name', t('common.organization'), { hidden: !isAdmin }),
        column.text('row_count', t('bulk_enrollments.people'), { width: 110 }),
        column.text('invalid', t('bulk_enrollments.with_errors'), { width: 120 }),
        column.text('confirmed', t('bulk_enrollments.confirmed'), { width: 120 }),
        column.money('amount_minor', t('bulk_enrollments.amount')),
        column.date('created_at', t('bulk_enrollments.uploaded'), { style: 'datetime' }),
        column.status('status', t('bulk_enrollments.status'), 'bulk_enrollment'),
      ]}
      empty={{
        title: t('bulk_enrollments.none'),
        description: t('bulk_enrollments.none_hint'),
        action: start,
      }}
    />
  );
}
