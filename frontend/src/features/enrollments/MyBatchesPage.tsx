import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { LinkButton } from '@/components/RouterLinks';
import { formatBatchDates } from '@/domain/batchTimes';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { AttendedFeed } from './AttendedFeed';
import { ownEnrollments } from './lists';
import { MyBatchCard, NextStep } from './MyBatchCard';
import { OwnOutcome, useOwnOutcomes } from './OwnOutcome';
import { statuses } from './statuses';

const column = defineColumns<EnrollmentRead>();

/** The candidate's current and past batches with their next steps. */
export default function MyBatchesPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const outcomes = useOwnOutcomes();
  return (
    <ListPage
      list={ownEnrollments}
      title={t('routes.myTrainings')}
      lead={t('my_batches.lead')}
      action={<AttendedFeed />}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('my_batches.status'),
          options: toOptions(statuses, (of) => statusText(t, 'enrollment', of)),
        },
      ]}
      columns={[
        column.localized('title', t('my_batches.batch'), {
          read: (row) => row.batch,
          note: ({ batch }) =>
            [localized(batch, 'city', locale), batch.code].filter(Boolean).join(' · '),
        }),
        column.text('starts_at', t('batch_page.dates'), {
          read: ({ batch }) => formatBatchDates(batch, locale),
          width: 185,
          flex: undefined,
        }),
        column.date('created_at', t('my_batches.enrolled_on'), { hidden: true }),
        column.status('status', t('my_batches.status'), 'enrollment'),
        column.own('outcome', t('my_batches.outcome'), {
          width: 240,
          flex: undefined,
          cell: (row) => <OwnOutcome enrollment={row} outcomes={outcomes} />,
        }),
        column.own('next_step', t('my_batches.next.title'), {
          cell: (row) => <NextStep enrollment={row} />,
        }),
      ]}
      renderCard={(row) => <MyBatchCard enrollment={row} outcomes={outcomes} />}
      empty={{
        title: t('my_batches.none'),
        description: t('my_batches.none_hint'),
        action: (
          <LinkButton variant="contained" to={paths.batches}>
            {t('my_batches.browse')}
          </LinkButton>
        ),
      }}
    />
  );
}
