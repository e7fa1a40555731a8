import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type Control, type FieldPath, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PictureKind } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { FileButton } from '@/components/file/FileButton';
import type { DesignValues } from './designForm';
import { useUploadPicture } from './queries';

interface PictureInputProps {
  control: Control<DesignValues>;
  name: Extract<FieldPath<DesignValues>, 'logo' | `signatories.${number}.signature`>;
  kind: PictureKind;
  label: string;
  hint: string;
}

/** A picture uploaded on selection; the value is its file name. */
export function PictureInput({ control, name, kind, label, hint }: PictureInputProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const upload = useUploadPicture(kind);
  const send = (file: File) => upload.mutate(file, { onSuccess: field.onChange });
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 0.75 }}>
      <Typography variant="subtitle2" component="span">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <FileButton
          ref={field.ref}
          label={label}
          accept="image/jpeg,image/png,image/webp"
          variant="outlined"
          startIcon={<UploadIcon />}
          loading={upload.isPending}
          onChoose={send}
        >
          {t(field.value ? 'papers.replace' : 'papers.upload')}
        </FileButton>
        {field.value && (
          <Button color="inherit" onClick={() => field.onChange(null)}>
            {t('papers.remove')}
          </Button>
        )}
      </Box>
      <FormHelperText error={fieldState.invalid}>
        {fieldState.error?.message ?? hint}
      </FormHelperText>
      <ActionError
        error={upload.error}
        onRetry={() => upload.variables && send(upload.variables)}
      />
    </Box>
  );
}
