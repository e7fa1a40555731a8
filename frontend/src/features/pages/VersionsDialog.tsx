import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageSlug, VersionRow } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { StatusChip } from '@/components/StatusChip';
import { toast } from '@/lib/toast';
import { PreviewDialog } from './PreviewDialog';
import { useRestoreVersion, useWithdrawVersion, versionQuery } from './queries';

interface VersionsDialogProps {
  slug: PageSlug;
  versions: readonly VersionRow[];
  /** A draft exists; only one is possible. */
  hasDraft: boolean;
  onClose: () => void;
}

/** The versions of a page, to view or restore. */
export function VersionsDialog({ slug, versions, hasDraft, onClose }: VersionsDialogProps) {
  const { t } = useTranslation();
  const [read, setRead] = useState<number | null>(null);
  const restore = useRestoreVersion();
  const withdraw = useWithdrawVersion();
  const done = {
    onSuccess: () => {
      toast.success(t('site_pages.restored'));
      onClose();
    },
  };
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby="versions-title">
      <DialogTitle id="versions-title">
        {t('site_pages.versions', { count: versions.length })}
      </DialogTitle>
      <DialogContent dividers sx={{ display: 'grid', gap: 1 }}>
        <ActionError error={restore.error ?? withdraw.error} />
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {versions.map(({ number, status, publish_at, updated_at }) => (
            <Box
              component="li"
              key={number}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.75 }}
            >
              <Typography sx={{ minWidth: 96, fontWeight: 500 }}>
                {t('site_pages.version', { number })}
              </Typography>
              <StatusChip noun="version" status={status} />
              <Typography variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
                <DateText value={publish_at ?? updated_at} style="datetime" />
              </Typography>
              <Button size="small" onClick={() => setRead(number)}>
                {t('site_pages.read')}
              </Button>
              {status === 'scheduled' && (
                <Button
                  size="small"
                  disabled={hasDraft}
                  onClick={() => withdraw.mutate({ path: { slug, number } }, done)}
                >
                  {t('site_pages.withdraw')}
                </Button>
              )}
              {status !== 'draft' && status !== 'scheduled' && (
                <Button
                  size="small"
                  disabled={hasDraft}
                  onClick={() => restore.mutate({ path: { slug, number } }, done)}
                >
                  {t('site_pages.restore')}
                </Button>
              )}
            </Box>
          ))}
        </Box>
        {hasDraft && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('errors.page_draft.already_exists')}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
      {read !== null && <Read slug={slug} number={read} onClose={() => setRead(null)} />}
    </Dialog>
  );
}

function Read({ slug, number, onClose }: { slug: PageSlug; number: number; onClose: () => void }) {
  const version = useQuery(versionQuery(slug, number));
  if (!version.data)
    return <ErrorAlert error={version.error} onRetry={() => void version.refetch()} />;
  return <PreviewDialog content={version.data as never} onClose={onClose} />;
}
