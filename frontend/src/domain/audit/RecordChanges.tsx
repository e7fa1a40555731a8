import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListAuditEntriesData } from '@/api/identity';
import { listAuditEntriesOptions } from '@/api/identity/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { ListPanel } from '@/components/list/ListPanel';
import { localized, useLocale } from '@/i18n';
import { href, paths, queryString } from '@/routes/paths';
import { fieldsText, nounText } from './words';

const MAX_SHOWN = 20;

export type ChangesOf = Pick<
  NonNullable<ListAuditEntriesData['query']>,
  'record_id' | 'organization_id' | 'service'
>;

/** The latest changes of a record and its children. */
export function RecordChanges({ of: filters }: { of: ChangesOf }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPanel
      title={t('audit.tab')}
      to={paths.auditTrail + queryString(filters)}
      query={useQuery(listAuditEntriesOptions({ query: { ...filters, page_size: MAX_SHOWN } }))}
      empty={t('audit.none')}
      rowHref={({ id }) => href(paths.auditEntry, { id })}
      renderRow={(entry) => ({
        title: t('audit.title', {
          record: nounText(t, entry.noun),
          action: t(`audit.actions.${entry.action}`),
        }),
        text: `${localized(entry, 'user_name', locale) || entry.username || '–'} · ${fieldsText(t, locale, entry.changes)}`,
        end: <DateText value={entry.recorded_at} style="datetime" />,
      })}
    />
  );
}
