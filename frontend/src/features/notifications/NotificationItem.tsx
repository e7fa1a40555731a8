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
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { LinkedText } from '@/components/LinkedText';
import { NonBreakingCodes } from '@/components/NonBreakingCodes';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { useMarkRead } from './queries';

const row = { display: 'flex', alignItems: 'flex-start', gap: 1.5, py: 1.5 } as const;

/**
 * A notification. Opening it marks it as read and opens its record. User-written text may contain
 * links, so the item is not a button.
 */
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
  // The user has navigated away, so its failure is not shown.
  const markOpened = useMarkRead();
  const unread = notification.read_at === null;

  const one = { path: { notification_id: notification.id } };
  const open = () => {
    if (unread) markOpened.mutate(one);
    onOpen?.();
  };

  const title = localized(notification, 'title', locale);
  const body = localized(notification, 'body', locale);
  const isWritten = notification.kind === 'group_message';
  const content = (
    <>
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
        <Typography sx={{ fontWeight: unread ? 600 : 400, overflowWrap: 'anywhere' }}>
          {unread && <span style={visuallyHidden}>{t('notifications.unread')} </span>}
          {isWritten && notification.link ? (
            <TextLink to={notification.link} onClick={open}>
              {title}
            </TextLink>
          ) : (
            title
          )}
        </Typography>
        {isWritten ? (
          <LinkedText text={body} />
        ) : (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <NonBreakingCodes text={body} />
          </Typography>
        )}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <DateText value={notification.created_at} style="datetime" />
        </Typography>
      </Box>
    </>
  );

  return (
    <ListItem
      disablePadding
      secondaryAction={
        unread && (
          <FailureBeside of={markRead}>
            <IconButton
              edge="end"
              aria-label={t('notifications.mark')}
              title={t('notifications.mark')}
              disabled={markRead.isPending}
              onClick={() => markRead.mutate(one)}
            >
              <ReadIcon fontSize="small" />
            </IconButton>
          </FailureBeside>
        )
      }
    >
      {isWritten ? (
        <Box sx={{ ...row, px: 2, paddingInlineEnd: 7 }}>{content}</Box>
      ) : (
        <ListItemButton
          {...(notification.link && { component: Link, to: notification.link })}
          onClick={open}
          sx={row}
        >
          {content}
        </ListItemButton>
      )}
    </ListItem>
  );
}
