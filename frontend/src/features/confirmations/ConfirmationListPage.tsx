import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmationRow } from '@/api/identity';
import { zConfirmationStatus } from '@/api/identity/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { ConfirmationDialog, type Decision } from './ConfirmationDialog';
import { confirmations } from './lists';

const column = defineColumns<ConfirmationRow>();

/** Changes of protected accounts that wait for another admin. */
export default function ConfirmationListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [decided, decide] = useState<Decision | null>(null);
  const subject = (row: ConfirmationRow) => localized(row, 'subject_name', locale);
  return (
    <>
      <ListPage
        list={confirmations}
        title={t('routes.confirmations')}
        sections={useFamily('access')}
        lead={t('confirmations.lead')}
        filters={[
          {
            kind: 'choice',
            name: 'status',
            label: t('confirmations.status'),
            options: toOptions(zConfirmationStatus.options, (status) =>
              statusText(t, 'confirmation', status),
            ),
          },
        ]}
        columns={[
          column.text('subject', t('confirmations.subject'), { read: subject }),
          column.text('kind', t('confirmations.kind'), {
            read: ({ kind }) => t(`confirmations.kinds.${kind}`),
          }),
          column.text('requested_by', t('confirmations.requested_by'), {
            read: (row) => localized(row, 'requested_by_name', locale),
          }),
          column.date('created_at', t('confirmations.requested_on'), { style: 'datetime' }),
          column.date('expires_at', t('confirmations.expires_on'), { style: 'datetime' }),
          column.status('status', t('confirmations.status'), 'confirmation'),
        ]}
        actions={{
          name: subject,
          of: (row) =>
            row.status === 'open'
              ? [
                  ...(row.can_confirm
                    ? [
                        {
                          label: t('confirmations.confirm'),
                          onSelect: () => decide({ row, decision: 'confirm' }),
                        },
                      ]
                    : []),
                  {
                    label: t('confirmations.decline'),
                    danger: true,
                    onSelect: () => decide({ row, decision: 'decline' }),
                  },
                ]
              : [],
        }}
        empty={{ title: t('confirmations.none'), description: t('confirmations.none_hint') }}
      />
      {decided && <ConfirmationDialog {...decided} onClose={() => decide(null)} />}
    </>
  );
}
