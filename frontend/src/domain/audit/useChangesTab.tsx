import { useTranslation } from 'react-i18next';
import type { RecordTab } from '@/components/record/RecordTabs';
import { useOpens } from '@/lib/access';
import { RecordChanges } from './RecordChanges';

/** Who has changed a record, as a tab of it; no tab for those whom the audit trail is closed to. */
export function useChangesTab(): (ids: readonly string[]) => readonly RecordTab[] {
  const { t } = useTranslation();
  const opens = useOpens();
  return (ids) =>
    // Without an id it would be everybody's changes.
    opens('auditTrail') && ids.length > 0
      ? [{ key: 'changes', label: t('audit.tab'), content: <RecordChanges ids={ids} /> }]
      : [];
}
