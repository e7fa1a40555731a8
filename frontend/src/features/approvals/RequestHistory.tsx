import { useTranslation } from 'react-i18next';
import type { DecisionRead, HandoverRead, RequestDetail } from '@/api/approvals';
import { History, type HistoryEntry } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';

/** Submissions, decisions and reassignments with time and reason. */
export function RequestHistory({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const decided = useDecided(request);
  const handedOver = useHandedOver(request);
  const entries: HistoryEntry[] = [
    {
      id: 'submitted',
      text: t('handovers.submitted', { number: request.submission }),
      at: request.submitted_at,
    },
    ...request.decisions.map(decided),
    ...request.handovers.map(handedOver),
  ];
  return (
    <TitledCard title={t('handovers.history')}>
      <History entries={entries.sort((one, other) => one.at.localeCompare(other.at))} />
    </TitledCard>
  );
}

/** Returns a level's name at the time of the request. */
function useLevelName(request: RequestDetail) {
  const locale = useLocale();
  return (step: number) =>
    localized(
      request.steps.find(({ position }) => position === step),
      'name',
      locale,
    );
}

function useDecided(request: RequestDetail) {
  const { t } = useTranslation();
  const locale = useLocale();
  const levelName = useLevelName(request);
  return (decision: DecisionRead): HistoryEntry => {
    const forWhom = localized(decision, 'for_name', locale);
    return {
      id: `${decision.step} ${decision.user_id} ${decision.for_name_en}`,
      text: t(`approvals.decided.${decision.decision}`, {
        name: localized(decision, 'name', locale) || '–',
      }),
      at: decision.created_at,
      detail: [forWhom && t('delegations.for', { name: forWhom }), levelName(decision.step)]
        .filter(Boolean)
        .join(' · '),
      reason: decision.comment,
    };
  };
}

function useHandedOver(request: RequestDetail) {
  const { t } = useTranslation();
  const locale = useLocale();
  const levelName = useLevelName(request);
  return ({ kind, user, assignees, step, reason, created_at }: HandoverRead): HistoryEntry => ({
    id: `${kind} ${created_at}`,
    text: t(`handovers.kinds.${kind}`, {
      name: localized(user, 'name', locale) || '–',
      names:
        assignees
          .map((assignee) => localized(assignee, 'name', locale))
          .join(t('table.list_separator')) || t('handovers.super_admin'),
    }),
    at: created_at,
    detail: levelName(step),
    reason,
  });
}
