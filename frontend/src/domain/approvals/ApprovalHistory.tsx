import { useTranslation } from 'react-i18next';
import type { ProgressRemark, ProgressRound, RequestProgress } from '@/api/approvals';
import { History, type HistoryEntry } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';

/** All submissions of a record with their decisions by level. */
export function ApprovalHistory({ progress }: { progress: RequestProgress | null | undefined }) {
  const { t } = useTranslation();
  const entriesOf = useEntries();
  if (!progress) return null;
  return (
    <TitledCard title={t('progress.history')}>
      <History entries={progress.rounds.toReversed().flatMap(entriesOf)} />
    </TitledCard>
  );
}

function useEntries() {
  const { t } = useTranslation();
  const locale = useLocale();
  const remarkText = (remark: ProgressRemark) => {
    const { field, text } = remark;
    const title = localized(remark, 'title', locale);
    return `${title || t(`submission.fields.${field}`, { defaultValue: field })}: ${text}`;
  };
  return ({ submission, submitted_at, status, ended_at, decisions, remarks }: ProgressRound) => {
    const key = `${submission} `;
    const entries: HistoryEntry[] = [
      {
        id: key,
        text: t('progress.round', { number: submission }),
        at: submitted_at,
      },
      ...decisions.map(({ decision, decided_at, comment, ...level }, index) => ({
        id: `${key}${index}`,
        text: t(`progress.decided.${decision}`, {
          level: localized(level, 'level', locale) || t('progress.by_administration'),
        }),
        at: decided_at,
        reason: [comment, ...(decision === 'returned' ? remarks.map(remarkText) : [])]
          .filter(Boolean)
          .join('\n'),
      })),
    ];
    if (status === 'withdrawn' && ended_at) {
      entries.push({ id: `${key}withdrawn`, text: t('progress.withdrawn'), at: ended_at });
    }
    return entries;
  };
}
