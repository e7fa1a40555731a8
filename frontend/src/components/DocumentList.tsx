import PictureIcon from '@mui/icons-material/ImageOutlined';
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionError } from '@/components/feedback/ActionError';
import { download } from '@/lib/download';
import { DateText } from './DateText';

const PDF = 'application/pdf';

interface StoredDocument {
  id: string;
  media_type: string;
  /** The document's name; by default its number. */
  title?: string;
  /** Replaces the upload time. */
  note?: ReactNode;
  created_at?: string;
}

/** Uploaded documents: pictures open in a viewer, PDFs are downloaded. */
export function DocumentList({
  documents,
  whose,
  fetchDocument,
}: {
  documents: readonly StoredDocument[];
  /** The owner of the documents, for screen readers. */
  whose: string;
  /** Fetches the content; documents are private, so a plain link would be unauthorized. */
  fetchDocument: (documentId: string) => Promise<File>;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<{ url: string; title: string } | null>(null);
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown.url)), [shown]);
  const open = useMutation({
    mutationFn: async ({ document, title }: { document: StoredDocument; title: string }) => {
      const file = await fetchDocument(document.id);
      if (document.media_type === PDF) download(file.name, file);
      else setShown({ url: URL.createObjectURL(file), title });
    },
  });
  if (documents.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('document.none')}
      </Typography>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box
        component="ul"
        aria-label={whose}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}
      >
        {documents.map((document, index) => {
          const isPdf = document.media_type === PDF;
          const title = document.title ?? t('document.title', { number: index + 1 });
          return (
            <Box
              component="li"
              key={document.id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
            >
              <Button
                size="small"
                sx={{ px: 0, whiteSpace: 'nowrap' }}
                startIcon={isPdf ? <PdfIcon /> : <PictureIcon />}
                loading={open.isPending && open.variables.document.id === document.id}
                loadingPosition="start"
                onClick={() => open.mutate({ document, title })}
              >
                {title}
              </Button>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {isPdf ? 'PDF' : t('document.picture')} ·{' '}
                {document.note ?? <DateText value={document.created_at} style="datetime" />}
              </Typography>
            </Box>
          );
        })}
      </Box>
      <ActionError error={open.error} />
      {shown && (
        <Dialog open onClose={() => setShown(null)} maxWidth="md" aria-labelledby="document-title">
          <DialogTitle id="document-title">{shown.title}</DialogTitle>
          <DialogContent>
            <Box
              component="img"
              src={shown.url}
              alt={`${whose}: ${shown.title}`}
              sx={{ display: 'block', maxWidth: 1, borderRadius: 2 }}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setShown(null)}>{t('common.close')}</Button>
          </DialogActions>
        </Dialog>
      )}
    </Box>
  );
}
