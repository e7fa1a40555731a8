import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What is read beside a form is short; whoever has more saves it. */
const MOST_PAGES = 40;
/** Of a page's width: the smallest print is read with ease, and forty pages fit into memory. */
const MOST_PIXELS = 2400;

/** The pages of a PDF below one another, drawn on the device as wide as `zoom` of the room. */
export function PdfPages({ file, zoom, title }: { file: Blob; zoom: number; title: string }) {
  const { t } = useTranslation();
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  useEffect(() => {
    let isGone = false;
    const task = import('@/lib/pdfPages').then(({ loadPdf }) => loadPdf(file));
    task
      .then(({ promise }) => promise)
      .then((loaded) => !isGone && setPdf(loaded))
      .catch(() => !isGone && setUnreadable(true));
    return () => {
      isGone = true;
      void task.then((started) => started.destroy()).catch(() => undefined);
    };
  }, [file]);
  if (unreadable) return <Alert severity="warning">{t('document_viewer.unreadable')}</Alert>;
  if (!pdf) return <Skeleton variant="rounded" height={640} />;
  const shown = Math.min(pdf.numPages, MOST_PAGES);
  return (
    <Box sx={{ display: 'grid', gap: 2, width: `${zoom * 100}%` }}>
      {Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
        <PdfPage
          key={number}
          pdf={pdf}
          number={number}
          zoom={zoom}
          label={t('document_viewer.page', { title, number, total: pdf.numPages })}
        />
      ))}
      {shown < pdf.numPages && (
        <Alert severity="info">{t('document_viewer.more_pages', { count: shown })}</Alert>
      )}
    </Box>
  );
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  zoom: number;
  label: string;
}

function PdfPage({ pdf, number, zoom, label }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom is another width of the canvas.
  useEffect(() => {
    const drawn = canvas.current;
    if (!drawn) return;
    const width = Math.min(drawn.clientWidth * window.devicePixelRatio, MOST_PIXELS);
    void import('@/lib/pdfPages')
      .then(({ drawPage }) => drawPage(pdf, number, drawn, width))
      // It was closed, or drawn anew, meanwhile.
      .catch(() => undefined);
  }, [pdf, number, zoom]);
  return (
    <Box
      component="canvas"
      ref={canvas}
      role="img"
      // What is drawn follows the document, and not the page around it.
      dir="ltr"
      aria-label={label}
      sx={{ display: 'block', width: 1, bgcolor: 'common.white', boxShadow: 1 }}
    />
  );
}
