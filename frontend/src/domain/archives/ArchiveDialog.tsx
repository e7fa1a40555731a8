import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { ArchiveFilter, ArchiveRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { useArchives, useAskForArchive, useSaveArchive } from './queries';

interface ArchiveDialogProps {
  filters: ArchiveFilter;
  onClose: () => void;
}

/** Requests a ZIP file and shows the progress of all requests. */
export function ArchiveDialog({ filters, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation();
  const archives = useArchives();
  const ask = useAskForArchive();
  return (
    <ConfirmDialog
      open
      title={t('archives.title')}
      confirmLabel={t('archives.ask')}
      closeLabel={t('common.close')}
      pending={ask.isPending}
      error={ask.error}
      onConfirm={() => ask.mutate({ body: { filters } })}
      onClose={onClose}
    >
      <Typography>{t('archives.text')}</Typography>
      <ErrorAlert error={archives.error} onRetry={() => void archives.refetch()} />
      <Box component="ul" aria-live="polite" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
        {archives.data?.map((archive) => (
          <Box
            component="li"
            key={archive.id}
            sx={{ py: 2, borderTop: 1, borderColor: 'divider', color: 'text.primary' }}
          >
            <Archive archive={archive} />
          </Box>
        ))}
      </Box>
    </ConfirmDialog>
  );
}

function Archive({ archive }: { archive: ArchiveRead }) {
  const { t } = useTranslation();
  const save = useSaveArchive();
  const { batch_code, created_at, ends_at, failed, made, ready, total } = archive;
  const progress = t('archives.made', { made, total, count: total });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600 }}>
            {batch_code ? <bdi dir="ltr">{batch_code}</bdi> : t('archives.several')}
            {' · '}
            {t('archives.certificates', { count: total })}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <Trans
              i18nKey="archives.kept"
              components={{
                made: <DateText value={created_at} style="datetime" />,
                ends: <DateText value={ends_at} style="datetime" />,
              }}
            />
          </Typography>
        </Box>
        {ready && (
          <Button
            variant="outlined"
            size="small"
            loading={save.isPending}
            disabled={made === 0}
            onClick={() => save.mutate(archive)}
            sx={{ flexShrink: 0 }}
          >
            {t('archives.save')}
          </Button>
        )}
      </Box>
      {!ready && (
        <>
          <LinearProgress
            variant="determinate"
            value={Math.round((100 * made) / Math.max(1, total))}
            aria-label={progress}
            sx={{ borderRadius: 1, height: 6 }}
          />
          <Typography variant="body2">{progress}</Typography>
        </>
      )}
      {failed > 0 && (
        <Typography variant="body2" sx={{ color: 'warning.dark' }}>
          {t('archives.failed', { count: failed })}
        </Typography>
      )}
      <ActionError error={save.error} />
    </Box>
  );
}
