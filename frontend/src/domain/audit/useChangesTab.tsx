import { useTranslation } from 'react-i18next';
import type { RecordTab } from '@/components/record/RecordTabs';
import { useOpens } from '@/lib/access';
import { type ChangesOf, RecordChanges } from './RecordChanges';

type Tabs = readonly RecordTab[];

/** Returns a record's tab of changes; none for users without access to the audit trail. */
export function useChangesTab(): (ids: readonly string[]) => Tabs {
  const tab = useTab();
  // Without an ID, the query would return all changes.
  return (ids) => (ids.length > 0 ? tab({ record_id: [...ids] }) : []);
}

/**
 * The same for an organization, including its documents, people and API clients. Trainings and
 * enrollments have their own tabs.
 */
export function useOrganizationChangesTab(): (id: string) => Tabs {
  const tab = useTab();
  return (id) => tab({ organization_id: id, service: 'identity' });
}

function useTab(): (of: ChangesOf) => Tabs {
  const { t } = useTranslation();
  const opens = useOpens();
  return (of) =>
    opens('auditTrail')
      ? [{ key: 'changes', label: t('audit.tab'), content: <RecordChanges of={of} /> }]
      : [];
}
