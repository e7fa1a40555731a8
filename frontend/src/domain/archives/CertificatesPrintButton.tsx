import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { printCertificates } from '@/api/enrollment';
import { usePrint } from '@/domain/usePrint';

/** Saves the list of a batch's certificates as a PDF. */
export function CertificatesPrintButton({ batchId, code }: { batchId: string; code: string }) {
  const { t } = useTranslation();
  const { mutate, isPending } = usePrint();
  return (
    <Button
      variant="outlined"
      startIcon={<PrintIcon />}
      loading={isPending}
      onClick={() =>
        mutate({
          name: `certificates-${code}.pdf`,
          ask: () => printCertificates({ path: { batch_id: batchId }, parseAs: 'blob' }),
        })
      }
    >
      {t('archives.print')}
    </Button>
  );
}
