import { useTranslation } from 'react-i18next';
import type { GroupMessageRow } from '@/api/notifications';
import { zGroupMessageStatus } from '@/api/notifications/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { LinkButton } from '@/components/RouterLinks';
import { useBatchFilter } from '@/domain/useBatchFilter';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { groupMessages } from './lists';
import { useAudienceText } from './useAudienceText';

const column = defineColumns<GroupMessageRow>();

/** An organization's messages to participants; for admins, all messages. */
export default function GroupMessageListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const audienceText = useAudienceText();
  const isAdmin = useSession().profile?.type === 'admin';
  return (
    <ListPage
      list={groupMessages}
      title={t('routes.groupMessages')}
      lead={t(isAdmin ? 'group_messages.lead_admin' : 'group_messages.lead')}
      search={t('group_messages.search')}
      action={
        <LinkButton variant="contained" to={paths.groupMessageAdd}>
          {t('routes.groupMessageAdd')}
        </LinkButton>
      }
      tabs={{
        name: 'status',
        label: t('group_messages.status'),
        options: toOptions(zGroupMessageStatus.options, (of) => statusText(t, 'group_message', of)),
      }}
      filters={[useBatchFilter(), ...useOrganizationFilter()]}
      columns={[
        column.localized('subject', t('group_messages.subject'), { flex: 1.4, minWidth: 200 }),
        column.text('batch', t('group_messages.to'), { read: audienceText, minWidth: 200 }),
        ...(isAdmin
          ? [
              column.text('organization_id', t('group_messages.from'), {
                read: (row) =>
                  localized(row, 'organization_name', locale) || t('group_messages.platform'),
              }),
            ]
          : []),
        column.text('receivers', t('group_messages.receivers'), {
          read: ({ status, receivers }) =>
            status === 'scheduled' ? '–' : formatNumber(receivers, locale),
          width: 120,
        }),
        column.person('author', t('group_messages.author'), {
          read: ({ author }) => author,
          hidden: true,
        }),
        column.status('status', t('group_messages.status'), 'group_message', { width: 150 }),
        column.date('send_at', t('group_messages.send_at'), { style: 'datetime' }),
      ]}
      empty={{
        title: t('group_messages.none'),
        description: t('group_messages.none_hint'),
      }}
    />
  );
}
