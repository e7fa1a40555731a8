import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ListPage } from '@/components/list/ListPage';
import { localized, useLocale } from '@/i18n';
import { optionsOf } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { useColumns } from './columns';
import { ownBatchQuery } from './deskQueries';
import { EnrollmentCard } from './EnrollmentCard';
import { enrollmentsOfBatch } from './lists';

/** The people of one batch: how they stand, what they have paid, and how they are reached. */
export default function BatchCandidatesPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { uuid = '' } = useParams();
  const { data: batch } = useQuery(ownBatchQuery(uuid));
  return (
    <ListPage
      list={useMemo(() => enrollmentsOfBatch(uuid), [uuid])}
      title={t('routes.batchCandidates')}
      lead={batch && `${localized(batch.training, 'title', locale)} · \u2066${batch.code}\u2069`}
      search={t('enrollments.search')}
      tabs={{
        name: 'status',
        label: t('enrollments.status'),
        options: optionsOf(IN_VIEW, (of) => statusText(t, 'enrollment', of)),
      }}
      columns={useColumns(['candidate', 'phone', 'price', 'payment', 'created_at', 'status'])}
      renderCard={(row) => <EnrollmentCard enrollment={row} preset="all" />}
      empty={{
        title: t('batches.candidates_none'),
        description: t('batches.candidates_none_hint'),
      }}
    />
  );
}

const IN_VIEW = ['confirmed', 'pending_payment', 'requested', 'waitlisted'] as const;
