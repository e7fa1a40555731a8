import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ChargeDetail, type DocumentRead, getReceiptPdf, getReceiptXml } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { Money } from '@/components/Money';
import { CopyText } from '@/components/record/CopyText';
import { TitledCard } from '@/components/record/TitledCard';
import { download } from '@/lib/download';

const MAKING_MS = 3000;

/** The refetch interval in ms; false once every document is issued and has its PDF. */
export const documentsInterval = (
  owed: Pick<ChargeDetail, 'documents' | 'documents_due'> | undefined,
) =>
  owed && (owed.documents_due || owed.documents.some(({ has_paper }) => !has_paper))
    ? MAKING_MS
    : false;

/** The receipt and credit notes of a charge, each with a PDF download. */
export function DocumentList({ documents = [] }: { documents: DocumentRead[] | undefined }) {
  const { t } = useTranslation();
  if (documents.length === 0) return null;
  return (
    <TitledCard title={t('payments.documents')}>
      <Box component="ul" sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none' }}>
        {documents.map((document) => (
          <Box
            component="li"
            key={document.id}
            sx={{
              py: 1.5,
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1.5,
              alignItems: 'center',
              justifyContent: 'space-between',
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box>
              <Typography sx={{ fontWeight: 500 }}>
                {t(`payments.document_kinds.${document.kind}`)} <CopyText text={document.number} />
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                <Money amount={document.amount_minor} currency={document.currency} />
                {' · '}
                <DateText value={document.issued_at} style="datetime" />
              </Typography>
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <Pdf document={document} />
              {document.has_invoice && <Invoice document={document} />}
            </Box>
          </Box>
        ))}
      </Box>
    </TitledCard>
  );
}

function Pdf({ document: { number, has_paper } }: { document: DocumentRead }) {
  const { t } = useTranslation();
  const save = useSave(`${number}.pdf`, () => getReceiptPdf({ path: { number }, parseAs: 'blob' }));
  return (
    <FailureBeside of={save}>
      <Button
        variant="outlined"
        size="small"
        startIcon={<DownloadIcon />}
        disabled={!has_paper}
        loading={save.isPending}
        loadingPosition="start"
        aria-label={t('payments.save_document', { number })}
        onClick={() => save.mutate()}
      >
        {t(has_paper ? 'payments.save_pdf' : 'payments.pdf_being_made')}
      </Button>
    </FailureBeside>
  );
}

/** The machine-readable version (XML). */
function Invoice({ document: { number } }: { document: DocumentRead }) {
  const { t } = useTranslation();
  const save = useSave(`${number}.xml`, () => getReceiptXml({ path: { number }, parseAs: 'blob' }));
  return (
    <FailureBeside of={save}>
      <Button
        size="small"
        loading={save.isPending}
        aria-label={t('payments.save_invoice', { number })}
        onClick={() => save.mutate()}
      >
        {t('payments.save_xml')}
      </Button>
    </FailureBeside>
  );
}

function useSave(name: string, get: () => Promise<{ data: unknown }>) {
  return useMutation({
    mutationFn: async () => download(name, (await get()).data as Blob),
  });
}
