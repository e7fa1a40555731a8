import AttachIcon from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ACCEPTED = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 5 * 1024 * 1024;

/** Chooses a document: a PDF or a picture of one. */
export function DocumentPicker({
  label,
  file = null,
  problem,
  pending,
  onChoose,
}: {
  label: string;
  /** What is chosen, where it is not sent at once. */
  file?: File | null;
  /** What was wrong with it, or that it is missing. */
  problem?: string | null;
  pending?: boolean;
  onChoose: (file: File) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // So that the same file can be chosen again.
    event.target.value = '';
    if (!chosen) return;
    if (!ACCEPTED.includes(chosen.type)) return setRefused(t('errors.document.format'));
    if (chosen.size > MAX_BYTES) return setRefused(t('errors.document.too_large'));
    setRefused(null);
    onChoose(chosen);
  };
  const error = refused ?? problem;
  return (
    <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<AttachIcon />}
          loading={pending}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        {file && (
          <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Typography>
        )}
      </Box>
      <FormHelperText error={Boolean(error)} role={error ? 'alert' : undefined} sx={{ m: 0 }}>
        {error ?? t('document.hint')}
      </FormHelperText>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED.join(',')}
        hidden
        aria-label={label}
        onChange={choose}
      />
    </Box>
  );
}
