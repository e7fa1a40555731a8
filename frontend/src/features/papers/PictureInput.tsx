import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef } from 'react';
import { type Control, type FieldPath, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PictureKind } from '@/api/enrollment';
import { asProblem } from '@/api/problem';
import { useProblemText } from '@/lib/useProblemText';
import type { DesignValues } from './designForm';
import { useUploadPicture } from './queries';

interface PictureInputProps {
  control: Control<DesignValues>;
  name: Extract<FieldPath<DesignValues>, 'logo' | `signatories.${number}.signature`>;
  kind: PictureKind;
  label: string;
  hint: string;
}

/** A picture that is uploaded as soon as it is chosen; the value is its name. */
export function PictureInput({ control, name, kind, label, hint }: PictureInputProps) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const { field, fieldState } = useController({ control, name });
  const upload = useUploadPicture(kind);
  const refused = asProblem(upload.error)?.fields[0];
  const problem = refused
    ? t(`errors.${refused.code}`, { defaultValue: refused.message })
    : upload.error
      ? textOf(upload.error)
      : fieldState.error?.message;

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // So that the same file can be chosen again.
    event.target.value = '';
    if (file) upload.mutate(file, { onSuccess: field.onChange });
  };
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 0.75 }}>
      <Typography variant="subtitle2" component="span">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<UploadIcon />}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {t(field.value ? 'papers.replace' : 'papers.upload')}
        </Button>
        {field.value && (
          <Button color="inherit" onClick={() => field.onChange(null)}>
            {t('papers.remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={label}
          hidden
          onChange={choose}
        />
      </Box>
      <FormHelperText error={Boolean(problem)}>{problem ?? hint}</FormHelperText>
    </Box>
  );
}
