import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NotificationRead } from '@/api/notifications';
import { DateText } from '@/components/DateText';
import { localized, useLocale } from '@/i18n';
import { useMarkRead } from './queries';

/** One notification. Opening it marks it as read and leads to what it is about. */
export function NotificationItem({
  notification,
  onOpen,
}: {
  notification: NotificationRead;
  onOpen?: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const markRead = useMarkRead();
  const unread = notification.read_at === null;

  const open = () => {
    if (unread) markRead.mutate({ path: { notification_id: notification.id } });
    onOpen?.();
  };

  return (
    <ListItemButton
      {...(notification.link && { component: Link, to: notification.link })}
      onClick={open}
      sx={{ alignItems: 'flex-start', gap: 1.5, py: 1.5 }}
    >
      <Box
        aria-hidden
        sx={{
          mt: 0.9,
          width: 8,
          height: 8,
          flex: 'none',
          borderRadius: '50%',
          bgcolor: unread ? 'primary.main' : 'transparent',
        }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: unread ? 600 : 400 }}>
          {unread && <span style={visuallyHidden}>{t('notifications.unread')} </span>}
          {localized(notification, 'title', locale)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {localized(notification, 'body', locale)}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <DateText value={notification.created_at} style="datetime" />
        </Typography>
      </Box>
    </ListItemButton>
  );
}
