import Box from '@mui/material/Box';
import { densePicture } from './picture';

/** A training's picture at the top of a card; renders nothing without one. */
export function TrainingPicture({ url, lazy = false }: { url: string | null; lazy?: boolean }) {
  if (!url) return null;
  return (
    <Box
      component="img"
      src={url}
      srcSet={`${url} 1x, ${densePicture(url)} 2x`}
      alt=""
      loading={lazy ? 'lazy' : undefined}
      sx={{ display: 'block', width: 1, aspectRatio: '16 / 9', objectFit: 'cover' }}
    />
  );
}
