import { useTranslation } from 'react-i18next';
import type { AuditEntryRead } from '@/api/identity';
import { zAuditAction } from '@/api/identity/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { fieldsText, getAuthor, nouns, nounText } from '@/domain/audit/words';
import { useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { auditTrail } from './lists';

const column = defineColumns<AuditEntryRead>();

/** The audit trail of all services. */
export default function AuditListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const action = (of: string) => t(`audit.actions.${of}`);
  return (
    <ListPage
      list={auditTrail}
      title={t('routes.auditTrail')}
      sections={useFamily('access')}
      lead={t('audit.lead')}
      search={t('audit.search')}
      filters={[
        {
          kind: 'choice',
          name: 'noun',
          label: t('audit.record'),
          options: toOptions(nouns, (noun) => nounText(t, noun)),
        },
        {
          kind: 'choice',
          name: 'action',
          label: t('audit.action'),
          options: toOptions(zAuditAction.options, action),
        },
        { kind: 'dates', from: 'recorded_from', to: 'recorded_to', label: t('audit.when') },
      ]}
      columns={[
        column.date('recorded_at', t('audit.when'), { style: 'datetime' }),
        column.person('user', t('audit.who'), { read: getAuthor }),
        column.text('noun', t('audit.record'), { read: ({ noun }) => nounText(t, noun) }),
        column.text('action', t('audit.action'), { read: (row) => action(row.action) }),
        column.text('changes', t('audit.fields'), {
          read: ({ changes }) => fieldsText(t, locale, changes),
        }),
        column.localized('organization_name', t('audit.organization')),
        column.code('network', t('audit.network'), { hidden: true }),
        column.code('record_id', t('audit.record_id'), { hidden: true }),
      ]}
      empty={{ title: t('audit.none'), description: t('audit.none_hint') }}
    />
  );
}
