import NotificationIcon from '@mui/icons-material/NotificationsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { zListNotificationsQuery, zSubject } from '@/api/notifications/zod.gen';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FilterChip } from '@/components/list/FilterChip';
import { useListState } from '@/components/list/useListState';
import { PageContainer } from '@/components/PageContainer';
import { RevealTogether } from '@/components/RevealTogether';
import { toOptions } from '@/lib/options';
import { AddressAlert } from './AddressAlert';
import { ClearRead } from './ClearRead';
import { NotificationItem } from './NotificationItem';
import { PushCard } from './PushCard';
import { notificationsQuery, unreadQuery, useMarkAllRead } from './queries';

/** Returns the empty state's text for the filters. */
function noneText(unreadOnly: boolean, ofSubject: boolean) {
  if (ofSubject) return unreadOnly ? 'notifications.subject_read' : 'notifications.subject_none';
  return unreadOnly ? 'notifications.all_read' : 'notifications.none';
}

/** All notifications of the user, for the dashboard and for candidates. */
export default function NotificationListPage() {
  const { t } = useTranslation();
  const state = useListState(zListNotificationsQuery);
  const unreadOnly = state.query.unread === true;
  const { data, error, isPending, refetch } = useQuery(notificationsQuery(state.query));
  const unread = useQuery(unreadQuery()).data?.unread ?? 0;
  const markAll = useMarkAllRead();
  const pages = data ? Math.ceil(data.meta.total / data.meta.page_size) : 0;
  return (
    <PageContainer
      title={t('routes.notifications')}
      width="lg"
      actions={
        <>
          {data?.data.some(({ read_at }) => read_at) && <ClearRead />}
          {unread > 0 && (
            <Button
              variant="outlined"
              loading={markAll.isPending}
              onClick={() => markAll.mutate({})}
            >
              {t('notifications.mark_all')}
            </Button>
          )}
        </>
      }
    >
      <RevealTogether wait={<Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}>
        <PushCard />
        <AddressAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
          <Tabs
            value={unreadOnly ? 'true' : ''}
            onChange={(_, value: string) => state.setFilters({ unread: value })}
            aria-label={t('routes.notifications')}
            sx={{ flex: 1 }}
          >
            <Tab value="" label={t('common.all')} />
            <Tab value="true" label={t('notifications.only_unread', { count: unread })} />
          </Tabs>
          <FilterChip
            filter={{
              kind: 'choice',
              name: 'subject',
              label: t('notifications.subject'),
              options: toOptions(zSubject.options, (of) => t(`notifications.of.${of}`)),
            }}
            state={state}
          />
        </Box>
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {isPending && !error && (
          <Skeleton variant="rounded" height={320} sx={{ borderRadius: 4 }} />
        )}
        {data && (
          <Card>
            {data.data.length === 0 ? (
              <EmptyState
                icon={<NotificationIcon />}
                title={t(noneText(unreadOnly, state.query.subject !== undefined))}
                description={state.isFiltered ? undefined : t('notifications.none_hint')}
                action={
                  state.isFiltered && (
                    <Button onClick={state.clearFilters}>{t('notifications.show_all')}</Button>
                  )
                }
              />
            ) : (
              <List sx={{ p: 1 }}>
                {data.data.map((notification) => (
                  <NotificationItem key={notification.id} notification={notification} />
                ))}
              </List>
            )}
          </Card>
        )}
        {pages > 1 && (
          <Box sx={{ mt: 3, display: 'flex', justifyContent: 'center' }}>
            <Pagination
              count={pages}
              page={state.page}
              onChange={(_, page) => state.setPage(page)}
            />
          </Box>
        )}
      </RevealTogether>
    </PageContainer>
  );
}
