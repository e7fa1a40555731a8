import BadgeIcon from '@mui/icons-material/WorkspacePremiumOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BadgeFormat, getMyCertificateBadge } from '@/api/enrollment';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { download, toFile } from '@/lib/download';

const formats: readonly BadgeFormat[] = ['png', 'svg'];

/** Saves the holder's badge, a picture that carries the signed credential. */
export function BadgeButtons({ certificateId }: { certificateId: string }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async (format: BadgeFormat) =>
      toFile(
        await getMyCertificateBadge({
          path: { certificate_id: certificateId },
          query: { format },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (file) => download(file.name, file),
  });
  return (
    <FailureBeside of={save}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {formats.map((format) => (
          <Button
            key={format}
            variant="outlined"
            color="inherit"
            startIcon={<BadgeIcon />}
            loading={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {t('my_batches.certificate.badge', { format: format.toUpperCase() })}
          </Button>
        ))}
      </Box>
    </FailureBeside>
  );
}
