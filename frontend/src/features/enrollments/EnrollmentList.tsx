import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ListPage } from '@/components/list/ListPage';
import { usePersonName } from '@/components/Person';
import { useBatchFilter } from '@/domain/useBatchFilter';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { useIsScheduled } from '@/lib/undoQueue';
import { useColumns } from './columns';
import { DecideMany } from './DecideMany';
import { EnrollmentCard } from './EnrollmentCard';
import { enrollmentLists } from './lists';
import { type Preset, presets } from './presets';
import { statuses } from './statuses';
import { useSections } from './useSections';

/** The organization's enrollments for one purpose; for admins, all. */
function EnrollmentList({ preset }: { preset: Preset }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const isHeld = useIsScheduled();
  const { list, status, columns } = presets[preset];
  const byStatus = {
    kind: 'choice' as const,
    name: 'status',
    label: t('enrollments.status'),
    options: toOptions(statuses, (of) => statusText(t, 'enrollment', of)),
  };
  return (
    <ListPage
      list={enrollmentLists[preset]}
      title={t(`routes.${list}`)}
      lead={t(`enrollments.${preset}.lead`)}
      sections={useSections()}
      search={t('enrollments.search')}
      filters={[useBatchFilter(), ...useOrganizationFilter(), ...(status ? [] : [byStatus])]}
      columns={useColumns(columns)}
      bulk={
        columns.includes('decide')
          ? {
              selectable: ({ id, allowed_actions }) => allowed_actions.length > 0 && !isHeld(id),
              label: ({ candidate }) => t('table.select', { name: nameOf(candidate) }),
              render: (chosen, clear, all) => (
                <DecideMany chosen={chosen} all={all} onClear={clear} />
              ),
            }
          : undefined
      }
      rowKeys={columns.includes('decide') ? decisionKeys(t) : undefined}
      renderCard={(row) => <EnrollmentCard enrollment={row} preset={preset} />}
      empty={{
        title: t(`enrollments.${preset}.none`),
        description: t(`enrollments.${preset}.none_hint`),
      }}
    />
  );
}

const decisionKeys = (t: TFunction) => [
  { key: 'a', label: t('enrollments.accept') },
  { key: 'r', label: t('enrollments.reject') },
];

export const AllEnrollments = () => <EnrollmentList preset="all" />;
export const RejectedEnrollments = () => <EnrollmentList preset="rejected" />;
export const PendingPayments = () => <EnrollmentList preset="pending" />;
export const EnrollmentRequests = () => <EnrollmentList preset="requests" />;
