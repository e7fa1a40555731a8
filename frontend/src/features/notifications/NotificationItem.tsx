import ReadIcon from '@mui/icons-material/DoneOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NotificationRead } from '@/api/notifications';
import { DateText } from '@/components/DateText';
import { WholeCodes } from '@/components/WholeCodes';
import { localized, useLocale } from '@/i18n';
import { useMarkRead } from './queries';

/** One notification of a list. Opening it marks it as read and leads to what it is about. */
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

  const mark = () => markRead.mutate({ path: { notification_id: notification.id } });
  const open = () => {
    if (unread) mark();
    onOpen?.();
  };

  return (
    <ListItem
      disablePadding
      secondaryAction={
        unread && (
          <IconButton
            edge="end"
            aria-label={t('notifications.mark')}
            title={t('notifications.mark')}
            disabled={markRead.isPending}
            onClick={mark}
          >
            <ReadIcon fontSize="small" />
          </IconButton>
        )
      }
    >
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
            <WholeCodes text={localized(notification, 'body', locale)} />
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            <DateText value={notification.created_at} style="datetime" />
          </Typography>
        </Box>
      </ListItemButton>
    </ListItem>
  );
}
