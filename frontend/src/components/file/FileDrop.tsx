import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type DragEvent, useState } from 'react';
import { FileButton } from './FileButton';
import { FileFailure } from './FileFailure';
import { type Refusal, useChosenFile } from './useChosenFile';

interface FileDropProps {
  /** The prompt of the drop area. */
  title: string;
  /** The button of the file picker. */
  label: string;
  /** Accepted types and maximum size. */
  hint: string;
  /** The input's `accept` attribute: `.xlsx,.csv`. */
  accept: string;
  /** The client-side validation error of a file. */
  check?: (file: File) => string | null | false;
  /** The error of reading the last file in the browser. */
  refusal?: Refusal | null;
  /** The upload error of the last file. */
  error?: unknown;
  pending?: boolean;
  onChoose: (file: File) => void;
  /** Replaces the retry if the upload needs more than the file. */
  onRetry?: () => void;
}

/** A drop area and file picker. */
export function FileDrop({
  title,
  label,
  hint,
  accept,
  check = () => null,
  refusal = null,
  error,
  pending = false,
  onChoose,
  onRetry,
}: FileDropProps) {
  const [over, setOver] = useState(false);
  const chosen = useChosenFile(check, onChoose);
  const refused = chosen.refusal ?? refusal;

  function drag(event: DragEvent, isOver: boolean) {
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault();
    setOver(isOver);
  }
  return (
    <Box
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        const [file] = event.dataTransfer.files;
        if (file && !pending) chosen.choose(file);
      }}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        justifyItems: 'center',
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: { xs: 4, md: 6 },
        textAlign: 'center',
        border: 2,
        borderStyle: 'dashed',
        borderRadius: 4,
        borderColor: over ? 'primary.main' : refused || error ? 'error.main' : 'divider',
        bgcolor: over ? 'surface.tint' : 'surface.soft',
        '& [role="alert"]': { justifySelf: 'stretch', textAlign: 'start' },
      }}
    >
      <UploadIcon aria-hidden sx={{ fontSize: 40, color: 'primary.main' }} />
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <FileButton
        label={label}
        accept={accept}
        variant="contained"
        loading={pending}
        onChoose={chosen.choose}
      />
      {chosen.file && Boolean(pending || error) && (
        <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {chosen.file.name}
        </Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {hint}
      </Typography>
      <FileFailure refusal={refused} error={error} onRetry={onRetry ?? chosen.retry} />
    </Box>
  );
}
