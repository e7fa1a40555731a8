import NextIcon from '@mui/icons-material/ChevronRightOutlined';
import CloseIcon from '@mui/icons-material/CloseOutlined';
import SaveIcon from '@mui/icons-material/FileDownloadOutlined';
import ZoomInIcon from '@mui/icons-material/ZoomInOutlined';
import ZoomOutIcon from '@mui/icons-material/ZoomOutOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { useLocale } from '@/i18n';
import { download } from '@/lib/download';
import { formatNumber } from '@/lib/format';
import { useShortcuts } from '@/lib/useShortcuts';

// PDF.js is larger than any page.
const PdfPages = lazy(() => import('./PdfPages'));

const PDF = 'application/pdf';
const LEAST_ZOOM = 0.5;
const MOST_ZOOM = 4;
const STEP = 0.25;

interface ViewedFile {
  id: string;
  media_type: string;
  /** A note below the title. */
  note?: ReactNode;
}

export interface ViewedDocument extends ViewedFile {
  title: string;
  /** The replaced version, shown beside it. */
  before?: ViewedFile | null;
}

interface DocumentViewerProps<Document extends ViewedDocument> {
  documents: readonly Document[];
  /** The index of the shown document. */
  shown: number;
  onShow: (place: number) => void;
  /** Fetches the content; documents are private, so a plain link would be unauthorized. */
  fetchDocument: (id: string) => Promise<File>;
  onClose: () => void;
  /** The content beside the documents for comparison. */
  children: ReactNode;
}

/** Shows documents one after another beside content for comparison; nothing is downloaded. */
export function DocumentViewer<Document extends ViewedDocument>({
  documents,
  shown,
  onShow,
  fetchDocument,
  onClose,
  children,
}: DocumentViewerProps<Document>) {
  const { t } = useTranslation();
  const titleId = useId();
  const [zoom, setZoom] = useState(1);
  const document = documents[shown];
  const { data } = useQuery(fileQuery(document?.id, fetchDocument));
  const go = (step: number) => {
    const place = shown + step;
    if (place >= 0 && place < documents.length) onShow(place);
  };
  const zoomBy = (step: number) =>
    setZoom((before) => Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, before + step)));
  const onKey = useShortcuts({
    j: () => go(1),
    k: () => go(-1),
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(-STEP),
    '0': () => setZoom(1),
  });
  if (!document) return null;
  const { before, title } = document;
  return (
    <Dialog
      fullScreen
      open
      onClose={onClose}
      aria-labelledby={titleId}
      onKeyDown={onKey}
      slotProps={{ paper: { sx: { borderRadius: 0 } } }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          px: { xs: 2, md: 3 },
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Typography id={titleId} variant="h5" component="h2" noWrap>
            {title}
          </Typography>
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
            {t('document_viewer.place', { number: shown + 1, total: documents.length })}
            {document.note && !before && <> · {document.note}</>}
          </Typography>
        </Box>
        <Tools
          zoom={zoom}
          onZoom={zoomBy}
          onPrevious={shown > 0 ? () => go(-1) : undefined}
          onNext={shown < documents.length - 1 ? () => go(1) : undefined}
          onSave={data && (() => download(fileName(document), data))}
          onClose={onClose}
        />
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: before ? 'minmax(240px, 1fr) minmax(0, 4fr)' : 'minmax(320px, 2fr) minmax(0, 3fr)',
          },
          gridTemplateRows: { xs: 'minmax(0, 3fr) minmax(0, 2fr)', md: 'minmax(0, 1fr)' },
        }}
      >
        {before ? (
          <Box
            sx={{
              minHeight: 0,
              overflow: { xs: 'auto', md: 'hidden' },
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
              // On a phone, rows are as high as their content and scroll together.
              gridAutoRows: { xs: 'max-content', md: 'minmax(0, 1fr)' },
              gap: '1px',
              bgcolor: 'divider',
              order: { md: 2 },
            }}
          >
            <Pane
              key={before.id}
              file={before}
              title={title}
              label={t('document_viewer.before')}
              zoom={zoom}
              fetchDocument={fetchDocument}
            />
            <Pane
              key={document.id}
              file={document}
              title={title}
              label={t('document_viewer.now')}
              zoom={zoom}
              fetchDocument={fetchDocument}
            />
          </Box>
        ) : (
          <Pane
            key={document.id}
            file={document}
            title={title}
            zoom={zoom}
            fetchDocument={fetchDocument}
          />
        )}
        <Box sx={{ overflow: 'auto', p: { xs: 2, md: 3 } }}>{children}</Box>
      </Box>
    </Dialog>
  );
}

const fileName = ({ title, media_type }: ViewedDocument) =>
  `${title}.${media_type === PDF ? 'pdf' : media_type.replace('image/', '')}`;

const fileQuery = (id: string | undefined, fetchDocument: (id: string) => Promise<File>) => ({
  queryKey: ['document', id],
  queryFn: () => (id ? fetchDocument(id) : Promise.reject(new Error('no document'))),
  enabled: id !== undefined,
  // A submitted document never changes.
  staleTime: Number.POSITIVE_INFINITY,
});

interface PaneProps {
  file: ViewedFile;
  title: string;
  /** Labels one of two versions. */
  label?: string;
  zoom: number;
  fetchDocument: (id: string) => Promise<File>;
}

/** A document with its own scroll area. */
function Pane({ file: { id, media_type, note }, title, label, zoom, fetchDocument }: PaneProps) {
  const { data, error, refetch } = useQuery(fileQuery(id, fetchDocument));
  const name = label ? `${label} · ${title}` : title;
  const loading = <Skeleton variant="rounded" height={640} />;
  return (
    <Box
      // Scrollable by keyboard.
      tabIndex={0}
      role="region"
      aria-label={name}
      sx={{ overflow: 'auto', p: 2, bgcolor: 'surface.soft', order: { md: label ? 0 : 2 } }}
    >
      {label && (
        <Typography variant="body2" sx={{ mb: 1.5 }}>
          <strong>{label}</strong>
          {note && <> · {note}</>}
        </Typography>
      )}
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {!data && !error && loading}
      {data &&
        (media_type === PDF ? (
          <Suspense fallback={loading}>
            <PdfPages file={data} zoom={zoom} title={name} />
          </Suspense>
        ) : (
          <Picture file={data} zoom={zoom} title={name} />
        ))}
    </Box>
  );
}

function Picture({ file, zoom, title }: { file: Blob; zoom: number; title: string }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url ? (
    <Box
      component="img"
      src={url}
      alt={title}
      sx={{ display: 'block', width: `${zoom * 100}%`, maxWidth: 'none', borderRadius: 1 }}
    />
  ) : null;
}

interface ToolsProps {
  zoom: number;
  onZoom: (step: number) => void;
  /** Undefined if there is no previous document. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onSave: (() => void) | undefined;
  onClose: () => void;
}

function Tools({ zoom, onZoom, onPrevious, onNext, onSave, onClose }: ToolsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const arrow = (back: boolean) => (
    <NextIcon sx={{ transform: `scaleX(calc(var(--flip) * ${back ? -1 : 1}))` }} />
  );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <Tool label={t('document_viewer.previous')} icon={arrow(true)} onClick={onPrevious} />
      <Tool label={t('document_viewer.next')} icon={arrow(false)} onClick={onNext} />
      <Tool
        label={t('document_viewer.zoom_out')}
        icon={<ZoomOutIcon />}
        onClick={zoom > LEAST_ZOOM ? () => onZoom(-STEP) : undefined}
      />
      <Typography variant="body2" dir="ltr" sx={{ minWidth: 44, textAlign: 'center' }}>
        {formatNumber(Math.round(zoom * 100), locale)}%
      </Typography>
      <Tool
        label={t('document_viewer.zoom_in')}
        icon={<ZoomInIcon />}
        onClick={zoom < MOST_ZOOM ? () => onZoom(STEP) : undefined}
      />
      <Tool label={t('document_viewer.save')} icon={<SaveIcon />} onClick={onSave} />
      <Tool label={t('common.close')} icon={<CloseIcon />} onClick={onClose} />
    </Box>
  );
}

function Tool({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  onClick: (() => void) | undefined;
}) {
  return (
    <Tooltip title={label}>
      {/* A disabled button has no events for the tooltip. */}
      <span>
        <IconButton aria-label={label} disabled={!onClick} onClick={onClick}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
