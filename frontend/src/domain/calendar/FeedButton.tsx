import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { CopyText } from '@/components/record/CopyText';
import { useLocale } from '@/i18n';

interface Change<Data> {
  mutateAsync: (variables: object) => Promise<Data>;
  isPending: boolean;
  error: unknown;
}

interface FeedButtonProps {
  /** The creation time of the link. */
  feed: { data?: { created_at: string | null }; refetch: () => unknown };
  create: Change<{ path: string }>;
  end: Change<unknown>;
}

/** Shows, renews and ends the secret link by which calendar programs follow sessions. */
export function FeedButton({ feed, create, end }: FeedButtonProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState('');
  const since = feed.data?.created_at;
  const pending = create.isPending || end.isPending;
  const make = async () => {
    const { path } = await create.mutateAsync({});
    setLink(`${window.location.origin}${path}?language=${locale}`);
    await feed.refetch();
  };
  const stop = async () => {
    await end.mutateAsync({});
    setLink('');
    await feed.refetch();
  };
  return (
    <>
      <Button startIcon={<CalendarIcon />} onClick={() => setOpen(true)}>
        {t('calendar.subscribe')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        aria-labelledby={titleId}
        maxWidth="sm"
        fullWidth
      >
        <DialogTitle id={titleId}>{t('calendar.feed_title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <DialogContentText>{t('calendar.feed_text')}</DialogContentText>
          {link && (
            <Alert severity="success" role="status">
              {t('calendar.once')}
              <Box
                sx={{ mt: 1, '& span, & bdi': { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
              >
                <CopyText text={link} />
              </Box>
            </Alert>
          )}
          {!link && since && (
            <DialogContentText>
              <Trans
                i18nKey="calendar.since"
                components={{ date: <DateText value={since} style="datetime" /> }}
              />
            </DialogContentText>
          )}
          <ActionError error={create.error ?? end.error} />
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', '& button': { whiteSpace: 'nowrap' } }}>
          <Button color="inherit" onClick={() => setOpen(false)}>
            {t('common.close')}
          </Button>
          {since && (
            <Button color="error" disabled={pending} onClick={() => void stop().catch(() => {})}>
              {t('calendar.end')}
            </Button>
          )}
          <Button
            variant="contained"
            disabled={pending}
            onClick={() => void make().catch(() => {})}
          >
            {t(since ? 'calendar.renew' : 'calendar.make')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
