import ApproveIcon from '@mui/icons-material/CheckOutlined';
import ReturnIcon from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RequestRow } from '@/api/approvals';
import { DateText } from '@/components/DateText';
import { localized, useLocale } from '@/i18n';
import { countDaysWaited, isOverdue } from './waiting';

interface InboxRowProps {
  request: RequestRow;
  /** The request's page, or the inbox with its preview. */
  to: string;
  isOpen: boolean;
  isMarked: boolean;
  /** A decision is scheduled and can still be undone. */
  isHeld: boolean;
  onOpen: (() => void) | undefined;
  onMark: () => void;
  onApprove: () => void;
  onReturn: () => void;
}

/** A pending request with its waiting time, deadline and actions. */
export function InboxRow({
  request,
  to,
  isOpen,
  isMarked,
  isHeld,
  onOpen,
  onMark,
  onApprove,
  onReturn,
}: InboxRowProps) {
  const { t } = useTranslation();
  const name = localized(request, 'name', useLocale());
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
        ...(isOpen && { bgcolor: 'surface.tint' }),
        ...(isHeld && { opacity: 0.5 }),
      }}
    >
      <Checkbox
        checked={isMarked}
        disabled={isHeld}
        onChange={onMark}
        slotProps={{ input: { 'aria-label': t('approvals.mark', { name }) } }}
      />
      <ListItemButton
        component={Link}
        to={to}
        replace={onOpen !== undefined}
        data-row-link
        aria-current={isOpen || undefined}
        onFocus={onOpen}
        sx={{ display: 'block', px: 1, py: 1.5, minWidth: 0, bgcolor: 'transparent' }}
      >
        <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`approvals.content.${request.content_type}`)}
          {request.submission > 1 &&
            ` · ${t('approvals.round_of', { number: request.submission })}`}
          {' · '}
          {isHeld
            ? t('approvals.about_to')
            : t('approvals.waits', { count: countDaysWaited(request) })}
        </Typography>
        {request.due_on && (
          <Chip
            size="small"
            variant="outlined"
            color={isOverdue(request) ? 'error' : 'default'}
            label={
              <Trans
                i18nKey={isOverdue(request) ? 'approvals.was_due' : 'approvals.is_due'}
                components={{ date: <DateText value={request.due_on} style="weekday" /> }}
              />
            }
            sx={{ mt: 0.75, marginInlineEnd: 0.75 }}
          />
        )}
        {request.suspended && (
          <Chip
            size="small"
            variant="outlined"
            color="warning"
            label={t('approvals.of_suspended')}
            sx={{ mt: 0.75 }}
          />
        )}
      </ListItemButton>
      <IconButton
        size="small"
        color="primary"
        data-row-key="a"
        disabled={isHeld || request.suspended}
        onClick={onApprove}
        aria-label={t('approvals.approve_named', { name })}
        title={t('approvals.do.approved')}
      >
        <ApproveIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        data-row-key="r"
        disabled={isHeld}
        onClick={onReturn}
        aria-label={t('approvals.return_named', { name })}
        title={t('approvals.do.returned')}
      >
        <ReturnIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
