import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBatch } from '@/api/catalog';
import type { BatchEnrollments } from '@/api/enrollment';
import type { RecordChange } from '@/api/identity';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { History, type HistoryEntry } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { type Locale, localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { formatDate } from '@/lib/format';
import { batchChangesQuery, batchEnrollmentsQuery } from './queries';

const MAX_SHOWN = 8;
const MOVING = ['sessions', 'starts_at', 'ends_at', 'city_id', 'venue_en', 'venue_ar'];

/** The changes of a batch and its enrollments by day, newest first. */
export function BatchTimeline({ batch }: { batch: ManagedBatch }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mayCount = useOpens()('enrollments');
  const changes = useQuery(batchChangesQuery(batch));
  const people = useQuery({ ...batchEnrollmentsQuery(batch.id), enabled: mayCount });
  const [all, showAll] = useState(false);
  const entries = [
    ...toChangeEntries(changes.data ?? [], batch).map((change) =>
      toHistoryEntry(change, t, locale),
    ),
    ...(people.data?.days ?? []).map((day) => toDayEntry(day, t)),
  ].sort((a, b) => getEndTime(b.at) - getEndTime(a.at));
  return (
    <TitledCard title={t('batches.timeline.title')}>
      {changes.error && <ErrorAlert error={changes.error} onRetry={() => void changes.refetch()} />}
      <History entries={all ? entries : entries.slice(0, MAX_SHOWN)} />
      {!all && entries.length > MAX_SHOWN && (
        <Button size="small" sx={{ mt: 2 }} onClick={() => showAll(true)}>
          {t('batches.timeline.all', { count: entries.length })}
        </Button>
      )}
    </TitledCard>
  );
}

/** Adds the creation if no change records it. */
const toChangeEntries = (
  changes: readonly RecordChange[],
  batch: ManagedBatch,
): readonly RecordChange[] =>
  changes.some(({ action }) => action === 'created')
    ? changes
    : [...changes, { ...nobody, id: batch.id, action: 'created', recorded_at: batch.created_at }];

const nobody = { user_name_en: null, user_name_ar: null, client_name: null, changes: [] };

function getChangeKind({ action, changes }: RecordChange) {
  if (action === 'created') return 'created';
  const status = changes.find(({ field }) => field === 'status')?.after;
  if (status === 'published' || status === 'cancelled') return status;
  return changes.some(({ field }) => MOVING.includes(field)) ? 'moved' : 'changed';
}

function toHistoryEntry(change: RecordChange, t: TFunction, locale: Locale): HistoryEntry {
  const who = localized(change, 'user_name', locale) || change.client_name;
  const start =
    change.action === 'updated' && change.changes.find((each) => each.field === 'starts_at');
  const moved =
    start &&
    t('batches.timeline.start', {
      before: formatDate(String(start.before), locale, 'datetime'),
      after: formatDate(String(start.after), locale, 'datetime'),
    });
  return {
    id: change.id,
    text: t(`batches.timeline.${getChangeKind(change)}`),
    at: change.recorded_at,
    detail: who,
    reason: moved || null,
  };
}

const toDayEntry = (
  { day, count }: BatchEnrollments['days'][number],
  t: TFunction,
): HistoryEntry => ({
  id: day,
  text: t('batches.timeline.enrolled', { count }),
  at: day,
});

/** Sorts a day's summary above its changes. */
const getEndTime = (at: string) => Date.parse(at.includes('T') ? at : `${at}T23:59:59+03:00`);
