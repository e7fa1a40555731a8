import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';

interface FileDropProps {
  /** What is to be dropped here. */
  title: string;
  /** The button, for who chooses the file by hand. */
  label: string;
  /** What is taken, and how large. */
  hint: string;
  /** As the browser's dialog takes it: `.xlsx,.csv`. */
  accept: string;
  /** What was wrong with the last one. */
  problem?: string | null;
  pending?: boolean;
  onChoose: (file: File) => void;
}

/** Where a file is dropped, or chosen. */
export function FileDrop({
  title,
  label,
  hint,
  accept,
  problem,
  pending = false,
  onChoose,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const choose = (file: File | undefined) => file && !pending && onChoose(file);

  function drag(event: DragEvent, isOver: boolean) {
    // Otherwise the browser opens the file in the page's place.
    event.preventDefault();
    setOver(isOver);
  }
  return (
    <Box
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        choose(event.dataTransfer.files[0]);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        px: 3,
        py: { xs: 4, md: 6 },
        textAlign: 'center',
        border: 2,
        borderStyle: 'dashed',
        borderRadius: 4,
        borderColor: over ? 'primary.main' : problem ? 'error.main' : 'divider',
        bgcolor: over ? 'surface.tint' : 'surface.soft',
      }}
    >
      <UploadIcon aria-hidden sx={{ fontSize: 40, color: 'primary.main' }} />
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Button variant="contained" loading={pending} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {hint}
      </Typography>
      {problem && (
        <FormHelperText error role="alert" sx={{ m: 0, fontSize: '0.875rem' }}>
          {problem}
        </FormHelperText>
      )}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </Box>
  );
}
