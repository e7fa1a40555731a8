import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { type Column, defineColumns } from '@/components/list/columns';
import { StatusChip } from '@/components/StatusChip';
import { useSession } from '@/lib/session';
import { Decide } from './Decide';
import type { ColumnName } from './presets';

const column = defineColumns<EnrollmentRead>();

/** The columns of the dashboard's lists: the named ones are visible, the others optional. */
export function useColumns(names: readonly ColumnName[]): Column<EnrollmentRead>[] {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  const all: Record<ColumnName, Column<EnrollmentRead>> = {
    candidate: column.person('candidate', t('enrollments.candidate'), {
      read: (row) => row.candidate,
    }),
    username: column.code('username', t('enrollments.username'), {
      read: (row) => row.candidate.username,
    }),
    phone: column.code('phone', t('person.phone'), { read: (row) => row.candidate.phone }),
    organization: column.localized('name', t('common.organization'), {
      read: (row) => row.organization,
    }),
    batch: column.localized('title', t('enrollments.batch'), {
      read: (row) => row.batch,
      note: (row) => row.batch.code,
    }),
    code: column.code('code', t('enrollments.code'), { read: (row) => row.batch.code }),
    city: column.localized('city', t('enrollments.city'), { read: (row) => row.batch }),
    starts_at: column.date('starts_at', t('enrollments.starts'), {
      read: (row) => row.batch.starts_at,
    }),
    price: column.money('price_minor', t('enrollments.price'), { zero: t('batch_card.free') }),
    payment: column.own('payment', t('batches.payment'), {
      width: 150,
      flex: undefined,
      cell: ({ charge_status: status }) =>
        status ? <StatusChip noun="charge" status={status} /> : '–',
    }),
    created_at: column.date('created_at', t('enrollments.enrolled_at')),
    updated_at: column.date('updated_at', t('enrollments.since'), { style: 'datetime' }),
    payment_due_at: column.date('payment_due_at', t('enrollments.due'), { style: 'datetime' }),
    reason: column.text('reason', t('enrollments.reason'), { minWidth: 180 }),
    status: column.status('status', t('enrollments.status'), 'enrollment'),
    decide: column.own('decide', t('enrollments.decision'), {
      width: 210,
      flex: undefined,
      cell: (row) => <Decide enrollment={row} size="small" />,
    }),
  };
  // An organization has only its own rows, so its name is omitted.
  const isOffered = (name: ColumnName) => name !== 'organization' || isAdmin;
  const others = (Object.keys(all) as ColumnName[]).filter(
    (name) => name !== 'decide' && !names.includes(name),
  );
  return [
    ...names.filter(isOffered).map((name) => all[name]),
    ...others.filter(isOffered).map((name) => ({ ...all[name], hidden: true })),
  ];
}
