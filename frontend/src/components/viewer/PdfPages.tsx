import 'react-pdf/dist/Page/TextLayer.css';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Document, Page, pdfjs } from 'react-pdf';
import { pdfOptions, workerSrc } from '@/lib/pdfPages';

// react-pdf sets its own worker on import; replace it.
pdfjs.GlobalWorkerOptions.workerSrc = workerSrc;

/** Longer documents are not rendered here, but can be downloaded. */
const MAX_PAGES = 40;
/** The maximum page width: small print is legible, and 40 pages fit into memory. */
const MAX_PIXELS = 2400;

/**
 * Shows a PDF's pages as wide as `zoom` of the room. Their text can be selected, searched and read
 * aloud.
 */
export default function PdfPages({
  file,
  zoom,
  title,
}: {
  file: Blob;
  zoom: number;
  title: string;
}) {
  const { t } = useTranslation();
  const [total, setTotal] = useState(0);
  const [hasPassword, setHasPassword] = useState(false);
  const [room, setRoom] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const unreadable = <Alert severity="warning">{t('document_viewer.unreadable')}</Alert>;
  const loading = <Skeleton variant="rounded" height={640} />;
  const shown = Math.min(total, MAX_PAGES);
  return (
    <Box ref={measure}>
      {hasPassword ? (
        unreadable
      ) : (
        <Document
          file={file}
          suspense={false}
          options={pdfOptions}
          loading={loading}
          noData={loading}
          error={unreadable}
          onLoadSuccess={({ numPages }) => setTotal(numPages)}
          onPassword={() => setHasPassword(true)}
        >
          {room > 0 &&
            Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
              <PdfPage
                key={number}
                number={number}
                width={room * zoom}
                label={t('document_viewer.page', { title, number, total })}
              />
            ))}
          {shown < total && (
            <Alert severity="info">{t('document_viewer.more_pages', { count: shown })}</Alert>
          )}
        </Document>
      )}
    </Box>
  );
}

function PdfPage({ number, width, label }: { number: number; width: number; label: string }) {
  const [hasText, setHasText] = useState(false);
  return (
    <Box
      // A scanned page has no text, so it is an image to screen readers.
      role={hasText ? 'group' : 'img'}
      aria-label={label}
      // The page follows the document's direction, not the interface's.
      dir="ltr"
      sx={{ width, mb: 2, boxShadow: 1 }}
    >
      <Page
        pageNumber={number}
        width={width}
        devicePixelRatio={Math.min(window.devicePixelRatio, MAX_PIXELS / width)}
        // Links in uploaded documents are disabled, because they are untrusted.
        renderAnnotationLayer={false}
        onGetTextSuccess={({ items }) => setHasText(items.length > 0)}
      />
    </Box>
  );
}
