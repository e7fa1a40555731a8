import { useTranslation } from 'react-i18next';
import type { AnnouncementCard } from '@/api/catalog';
import { zAnnouncementStatus } from '@/api/catalog/zod.gen';
import { Can } from '@/components/Can';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { paths } from '@/routes/paths';
import { managedAnnouncements } from './lists';

const column = defineColumns<AnnouncementCard>();

/** Announcements of all statuses, for their editors. */
export default function AnnouncementListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={managedAnnouncements}
      title={t('routes.manageAnnouncements')}
      lead={t('announcements.lead')}
      sections={useFamily('announcements')}
      action={
        <Can route="announcementAdd">
          <LinkButton to={paths.announcementAdd} variant="contained">
            {t('routes.announcementAdd')}
          </LinkButton>
        </Can>
      }
      search={t('announcements.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('announcements.status'),
          options: zAnnouncementStatus.options.map((value) => ({
            value,
            label: t(`status.announcement.${value}`),
          })),
        },
      ]}
      columns={[
        column.localized('title', t('announcements.title'), { flex: 1.6 }),
        column.text('category', t('announcements.fields.category'), {
          read: ({ category }) => localized(category, 'name', locale),
        }),
        column.money('fee_minor', t('announcements.fields.fee'), {
          zero: t('announcements.free'),
        }),
        column.date('closes_at', t('announcements.fields.closes_at'), { style: 'datetime' }),
        column.status('status', t('announcements.status'), 'announcement'),
        column.date('updated_at', t('announcements.updated'), { hidden: true }),
      ]}
      empty={{ title: t('announcements.none') }}
    />
  );
}
