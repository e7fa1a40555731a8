import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type CertificateListed,
  getCertificatePaper,
  getMyCertificatePaper,
} from '@/api/enrollment';
import { download } from '@/lib/download';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';

/** Saves a certificate's PDF, of one's own or of the organization; it is made in the background. */
export function PaperButton({
  certificate: { id, number, has_paper },
  own = false,
}: {
  certificate: Pick<CertificateListed, 'id' | 'number' | 'has_paper'>;
  own?: boolean;
}) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const call = { path: { certificate_id: id }, parseAs: 'blob' } as const;
      const { data } = await (own ? getMyCertificatePaper(call) : getCertificatePaper(call));
      download(`certificate-${number}.pdf`, data as unknown as Blob);
    },
    onError: (problem) => toast.error(textOf(problem)),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={!has_paper}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t(has_paper ? 'my_batches.certificate.download' : 'my_batches.certificate.being_made')}
    </Button>
  );
}
