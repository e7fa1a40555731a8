import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type CertificateListed,
  getCertificatePaper,
  getMyCertificatePaper,
} from '@/api/enrollment';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { download } from '@/lib/download';

/**
 * Downloads a certificate's PDF, for its holder or organization; it is rendered in the background.
 */
export function PaperButton({
  certificate: { id, number, has_paper },
  own = false,
}: {
  certificate: Pick<CertificateListed, 'id' | 'number' | 'has_paper'>;
  own?: boolean;
}) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async () => {
      const call = { path: { certificate_id: id }, parseAs: 'blob' } as const;
      const { data } = await (own ? getMyCertificatePaper(call) : getCertificatePaper(call));
      download(`certificate-${number}.pdf`, data as unknown as Blob);
    },
  });
  return (
    <FailureBeside of={save}>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={!has_paper}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t(has_paper ? 'my_batches.certificate.download' : 'my_batches.certificate.being_made')}
      </Button>
    </FailureBeside>
  );
}
