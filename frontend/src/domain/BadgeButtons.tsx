import BadgeIcon from '@mui/icons-material/WorkspacePremiumOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BadgeFormat, getMyCertificateBadge } from '@/api/enrollment';
import { download, toFile } from '@/lib/download';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';

const formats: readonly BadgeFormat[] = ['png', 'svg'];

/** Saves the holder's badge, a picture that carries the signed credential. */
export function BadgeButtons({ certificateId }: { certificateId: string }) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: BadgeFormat) =>
      toFile(
        await getMyCertificateBadge({
          path: { certificate_id: certificateId },
          query: { format },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (file) => download(file.name, file),
    onError: (problem) => toast.error(textOf(problem)),
  });
  return formats.map((format) => (
    <Button
      key={format}
      variant="outlined"
      color="inherit"
      startIcon={<BadgeIcon />}
      loading={isPending && variables === format}
      onClick={() => mutate(format)}
    >
      {t('my_batches.certificate.badge', { format: format.toUpperCase() })}
    </Button>
  ));
}
