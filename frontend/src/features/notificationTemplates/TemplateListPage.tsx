import { useTranslation } from 'react-i18next';
import type { WordingRow } from '@/api/notifications';
import { zSubject } from '@/api/notifications/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { toOptions } from '@/lib/options';
import { notificationTemplates } from './lists';

const column = defineColumns<WordingRow>();

/** The templates of all notifications. */
export default function TemplateListPage() {
  const { t } = useTranslation();
  return (
    <ListPage
      list={notificationTemplates}
      title={t('routes.settingsNotices')}
      lead={t('notices.lead')}
      search={t('notices.search')}
      rowId={({ kind }) => kind}
      filters={[
        {
          kind: 'choice',
          name: 'subject',
          label: t('notices.subject'),
          options: toOptions(zSubject.options, (of) => t(`notifications.of.${of}`)),
        },
        {
          kind: 'choice',
          name: 'changed',
          label: t('notices.changed'),
          options: toOptions(['true', 'false'], (is) => t(`notices.is_changed.${is}`)),
        },
      ]}
      columns={[
        column.localized('title', t('notices.title'), { minWidth: 260 }),
        column.text('subject', t('notices.subject'), {
          read: ({ subject }) => t(`notifications.of.${subject}`),
          minWidth: 130,
        }),
        column.text('changed', t('notices.changed'), {
          read: ({ changed }) => t(`notices.is_changed.${changed}`),
          minWidth: 120,
        }),
        column.person('changed_by', t('notices.changed_by'), {
          read: ({ changed_by }) => changed_by,
          hidden: true,
        }),
        column.date('changed_at', t('notices.changed_at'), { style: 'datetime' }),
      ]}
      empty={{ title: t('notices.none') }}
    />
  );
}
