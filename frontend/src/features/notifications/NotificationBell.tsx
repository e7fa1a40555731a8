import NotificationIcon from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { LinkButton } from '@/components/RouterLinks';
import { useOpens } from '@/lib/access';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { NotificationItem } from './NotificationItem';
import { notificationsQuery, unreadQuery, useMarkAllRead } from './queries';

const MAX_SHOWN = 20;
/** The pages of all notifications, for the dashboard and for candidates. */
const listPages = ['notifications', 'candidateNotifications'] as const;

/** The bell in the top bar: the number of unread notifications and the latest ones. */
export default function NotificationBell() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const unread = useQuery({ ...unreadQuery(), enabled: user !== null });
  if (!user) return null;
  const count = unread.data?.unread ?? 0;
  return (
    <>
      <IconButton
        aria-label={t('notifications.bell', { count })}
        aria-haspopup="dialog"
        title={t('routes.notifications')}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: 'text.secondary' }}
      >
        {/* The button's accessible name includes the number. */}
        <Badge
          badgeContent={count || undefined}
          color="error"
          max={99}
          slotProps={{ badge: { 'aria-hidden': true } }}
        >
          <NotificationIcon />
        </Badge>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { sx: { width: 400, maxWidth: 'calc(100vw - 32px)', borderRadius: 2, mt: 1 } },
        }}
      >
        {anchor && <LatestNotifications unread={count} onClose={() => setAnchor(null)} />}
      </Popover>
    </>
  );
}

function LatestNotifications({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useTranslation();
  const opens = useOpens();
  const list = listPages.find(opens);
  const { data, error, isPending, refetch } = useQuery(
    notificationsQuery({ page_size: MAX_SHOWN }),
  );
  const markAll = useMarkAllRead();
  return (
    <Box role="dialog" aria-label={t('routes.notifications')}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, pt: 2, pb: 1 }}>
        <Typography variant="h5" component="h2" sx={{ flex: 1 }}>
          {t('routes.notifications')}
        </Typography>
        {unread > 0 && (
          <Button size="small" loading={markAll.isPending} onClick={() => markAll.mutate({})}>
            {t('notifications.mark_all')}
          </Button>
        )}
      </Box>
      <Box sx={{ maxHeight: 420, overflowY: 'auto' }}>
        {error && (
          <Box sx={{ p: 2 }}>
            <ErrorAlert error={error} onRetry={() => void refetch()} />
          </Box>
        )}
        {isPending && (
          <Box sx={{ display: 'grid', placeItems: 'center', py: 6 }}>
            <CircularProgress size={28} aria-label={t('common.loading')} />
          </Box>
        )}
        {data?.data.length === 0 && (
          <EmptyState
            icon={<NotificationIcon />}
            title={t('notifications.none')}
            description={t('notifications.none_hint')}
          />
        )}
        <List disablePadding sx={{ px: 1, pb: 1 }}>
          {data?.data.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} onOpen={onClose} />
          ))}
        </List>
      </Box>
      {list && (
        <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
          <LinkButton fullWidth to={paths[list]} onClick={onClose}>
            {t('notifications.all')}
          </LinkButton>
        </Box>
      )}
    </Box>
  );
}
