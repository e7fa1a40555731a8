import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { AuditEntryRead } from '@/api/identity';
import { getAuditEntryOptions } from '@/api/identity/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { Person } from '@/components/Person';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { Code } from '@/components/record/values';
import { Changes } from '@/domain/audit/Changes';
import { getAuthor, nounText } from '@/domain/audit/words';
import { localized, useLocale } from '@/i18n';
import { auditTrail } from './lists';

/** One change: who made it, when and from where, and each field before and after. */
export default function AuditEntryPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <RecordPage
      list={auditTrail}
      listTitle={t('routes.auditTrail')}
      id={id}
      query={useQuery(getAuditEntryOptions({ path: { entry_id: id } }))}
      notFound="audit.not_found"
      title={(entry) =>
        entry
          ? t('audit.title', {
              record: nounText(t, entry.noun),
              action: t(`audit.actions.${entry.action}`),
            })
          : t('routes.auditEntry')
      }
      code={({ record_id }) => record_id}
      aside={(entry) => <EntryDetails entry={entry} />}
    >
      {({ changes }) => (
        <TitledCard title={t('audit.changes')}>
          <Changes changes={changes} />
        </TitledCard>
      )}
    </RecordPage>
  );
}

function EntryDetails({ entry }: { entry: AuditEntryRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('audit.circumstances')}>
      <Details
        entries={[
          [t('audit.who'), <Person key="who" person={getAuthor(entry)} />],
          [t('audit.when'), <DateText key="when" value={entry.recorded_at} style="datetime" />],
          [t('audit.network'), <Code key="network" text={entry.network} />],
          [t('audit.organization'), localized(entry, 'organization_name', locale) || '–'],
          [t('audit.service'), <Code key="service" text={entry.service} />],
        ]}
      />
    </TitledCard>
  );
}
