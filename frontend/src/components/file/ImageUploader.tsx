import UploadIcon from '@mui/icons-material/PhotoCameraOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from './FileButton';
import { FileFailure } from './FileFailure';
import { useChosenFile } from './useChosenFile';

const CropDialog = lazy(() => import('./CropDialog'));

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 10 * 1024 * 1024;

interface ImageUploaderProps {
  /** The current image. */
  src: string | null | undefined;
  /** The current image for dense screens. */
  src2x?: string | null;
  label: string;
  hint?: string;
  pending?: boolean;
  /** The error of the last upload. */
  error?: unknown;
  /** Uploads the cropped image as multipart form data. */
  onSelect: (file: File) => void;
  round?: boolean;
  /** The aspect ratio of the crop. */
  aspect?: number;
}

/** Selects an image and crops it to an aspect ratio, by default a square. */
export function ImageUploader({
  src,
  src2x,
  label,
  hint,
  pending = false,
  error,
  onSelect,
  aspect = 1,
  round = aspect === 1,
}: ImageUploaderProps) {
  const { t } = useTranslation();
  const [uncut, setUncut] = useState<File | null>(null);
  const [part, setPart] = useState<File | null>(null);
  const picture = useChosenFile(
    ({ type, size }) =>
      (!ACCEPTED.includes(type) && t('image.wrong_type')) ||
      (size > MAX_BYTES && t('image.too_large')),
    setUncut,
  );

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, flexWrap: 'wrap' }}>
        <Avatar
          src={src ?? undefined}
          srcSet={src && src2x ? `${src} 1x, ${src2x} 2x` : undefined}
          alt=""
          variant={round ? 'circular' : 'rounded'}
          sx={{ width: 96 * aspect, height: 96, bgcolor: 'surface.tint', color: 'primary.main' }}
        >
          <UploadIcon />
        </Avatar>
        <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
          <FileButton
            label={label}
            accept={ACCEPTED.join(',')}
            variant="outlined"
            loading={pending}
            onChoose={picture.choose}
          >
            {src ? t('image.change') : label}
          </FileButton>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {hint ?? t('image.hint')}
          </Typography>
        </Box>
      </Box>
      <FileFailure refusal={picture.refusal} error={error} onRetry={() => part && onSelect(part)} />
      {uncut && (
        <Suspense>
          <CropDialog
            file={uncut}
            round={round}
            aspect={aspect}
            onClose={() => setUncut(null)}
            onCrop={(file) => {
              setUncut(null);
              setPart(file);
              onSelect(file);
            }}
            onUnreadable={() => {
              setUncut(null);
              picture.refuse(t('image.unreadable'));
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
