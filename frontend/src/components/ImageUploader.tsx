import UploadIcon from '@mui/icons-material/PhotoCameraOutlined';
import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const CropDialog = lazy(() => import('./CropDialog'));

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 10 * 1024 * 1024;

interface ImageUploaderProps {
  /** The image there is now. */
  src: string | null | undefined;
  /** The same for dense screens. */
  src2x?: string | null;
  label: string;
  hint?: string;
  pending?: boolean;
  /** Gets the part that was chosen, to be sent as multipart form data. */
  onSelect: (file: File) => void;
  round?: boolean;
  /** Width by height of what is cut out. */
  aspect?: number;
}

/** Chooses an image and cuts a square, or what has another aspect, out of it. */
export function ImageUploader({
  src,
  src2x,
  label,
  hint,
  pending = false,
  onSelect,
  aspect = 1,
  round = aspect === 1,
}: ImageUploaderProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // So that the same file can be chosen again.
    event.target.value = '';
    if (!file) return;
    if (!ACCEPTED.includes(file.type)) return setProblem(t('image.wrong_type'));
    if (file.size > MAX_BYTES) return setProblem(t('image.too_large'));
    setProblem(null);
    setChosen(file);
  };

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
          <Button variant="outlined" loading={pending} onClick={() => input.current?.click()}>
            {src ? t('image.change') : label}
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {hint ?? t('image.hint')}
          </Typography>
        </Box>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED.join(',')}
          hidden
          aria-label={label}
          onChange={choose}
        />
      </Box>
      {problem && <Alert severity="error">{problem}</Alert>}
      {chosen && (
        <Suspense>
          <CropDialog
            file={chosen}
            round={round}
            aspect={aspect}
            onClose={() => setChosen(null)}
            onCrop={(file) => {
              setChosen(null);
              onSelect(file);
            }}
            onUnreadable={() => {
              setChosen(null);
              setProblem(t('image.unreadable'));
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
