import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { printCertificates } from '@/api/enrollment';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { usePrint } from '@/domain/usePrint';

/** Saves the list of a batch's certificates as a PDF. */
export function CertificatesPrintButton({ batchId, code }: { batchId: string; code: string }) {
  const { t } = useTranslation();
  const save = usePrint();
  return (
    <FailureBeside of={save}>
      <Button
        variant="outlined"
        startIcon={<PrintIcon />}
        loading={save.isPending}
        onClick={() =>
          save.mutate({
            name: `certificates-${code}.pdf`,
            ask: () => printCertificates({ path: { batch_id: batchId }, parseAs: 'blob' }),
          })
        }
      >
        {t('archives.print')}
      </Button>
    </FailureBeside>
  );
}
