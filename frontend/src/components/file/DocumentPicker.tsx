import AttachIcon from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from './FileButton';
import { FileFailure } from './FileFailure';
import { useChosenFile } from './useChosenFile';

const ACCEPTED = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 5 * 1024 * 1024;

/** Selects a document: a PDF or a picture. */
export function DocumentPicker({
  label,
  file = null,
  problem,
  error,
  pending,
  ref,
  onChoose,
}: {
  label: string;
  /** The selected file, if it is not uploaded immediately. */
  file?: File | null;
  /** The validation error of the form field. */
  problem?: string | null;
  /** The upload error, if the file is uploaded immediately. */
  error?: unknown;
  pending?: boolean;
  /** The ref of the button, which gets the focus of a form field. */
  ref?: Ref<HTMLButtonElement>;
  onChoose: (file: File) => void;
}) {
  const { t } = useTranslation();
  const hintId = useId();
  const chosen = useChosenFile(
    ({ type, size }) =>
      (!ACCEPTED.includes(type) && t('errors.document.unsupported_format')) ||
      (size > MAX_BYTES && t('errors.document.too_large')),
    onChoose,
  );
  const shown = pending || error ? chosen.file : file;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.75,
        justifySelf: 'stretch',
        justifyItems: 'start',
        '& .MuiAlert-root': { justifySelf: 'stretch' },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <FileButton
          ref={ref}
          label={label}
          accept={ACCEPTED.join(',')}
          variant="outlined"
          startIcon={<AttachIcon />}
          loading={pending}
          aria-describedby={hintId}
          onChoose={chosen.choose}
        />
        {shown && (
          <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {shown.name}
          </Typography>
        )}
      </Box>
      <FormHelperText
        id={hintId}
        error={Boolean(problem)}
        role={problem ? 'alert' : undefined}
        sx={{ m: 0 }}
      >
        {problem ?? t('document.hint')}
      </FormHelperText>
      <FileFailure refusal={chosen.refusal} error={error} onRetry={chosen.retry} />
    </Box>
  );
}
