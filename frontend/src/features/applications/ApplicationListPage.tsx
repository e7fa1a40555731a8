import { useTranslation } from 'react-i18next';
import type { ApplicationRead, ApplicationStatus } from '@/api/enrollment';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { CompareApplications } from './CompareApplications';
import { applications } from './lists';
import { useAnnouncementFilter } from './useAnnouncementFilter';

const STATES = [
  'draft',
  'pending_payment',
  'submitted',
  'returned',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const satisfies ApplicationStatus[];

const column = defineColumns<ApplicationRead>();

/** The organization's applications; for admins, all submitted ones. */
export default function ApplicationListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isAdmin = useSession().profile?.type === 'admin';
  const announcement = useAnnouncementFilter();
  return (
    <ListPage
      list={applications}
      title={t('routes.applications')}
      lead={t(isAdmin ? 'applications.lead_admin' : 'applications.lead')}
      sections={useFamily('announcements')}
      search={t('applications.search')}
      filters={[
        ...announcement,
        {
          kind: 'choice',
          name: 'status',
          label: t('applications.status'),
          options: toOptions(STATES, (state) => statusText(t, 'application', state)),
        },
        ...(isAdmin
          ? [
              {
                kind: 'choice' as const,
                name: 'shortlisted',
                label: t('applications.shortlisted'),
                options: [
                  { value: 'true', label: t('applications.shortlisted') },
                  { value: 'false', label: t('applications.not_shortlisted') },
                ],
              },
            ]
          : []),
      ]}
      columns={[
        column.localized('title', t('applications.announcement'), {
          read: (row) => row.announcement,
          flex: 1.4,
        }),
        ...(isAdmin
          ? [
              column.localized('name', t('applications.organization'), {
                read: (row) => row.organization,
              }),
            ]
          : []),
        column.text('staff_count', t('applications.staff'), {
          read: (row) => formatNumber(row.staff_count, locale),
          width: 110,
        }),
        column.money('fee_minor', t('applications.fee'), {
          zero: t('applications.free'),
          // Only applications to the same announcement can be compared.
          hidden: isAdmin,
        }),
        ...(isAdmin
          ? [
              column.text('rating', t('applications.rating'), {
                read: ({ rating, shortlisted }) =>
                  [rating === null ? '–' : formatNumber(rating, locale), shortlisted && '★']
                    .filter(Boolean)
                    .join(' '),
                order: 'numbers',
                width: 110,
              }),
            ]
          : []),
        column.status('status', t('applications.status'), 'application'),
        column.date('updated_at', t('applications.updated'), { style: 'datetime' }),
      ]}
      bulk={
        isAdmin
          ? {
              selectable: () => true,
              label: (row) => t('table.select', { name: row.organization.name_en ?? '' }),
              render: (chosen, clear) => <CompareApplications chosen={chosen} onClear={clear} />,
            }
          : undefined
      }
      empty={{
        title: t('applications.none'),
        description: t(isAdmin ? 'applications.none_admin' : 'applications.none_hint'),
        action: isAdmin ? undefined : (
          <LinkButton to={paths.announcements} variant="contained">
            {t('routes.announcements')}
          </LinkButton>
        ),
      }}
    />
  );
}
