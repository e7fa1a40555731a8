import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { TrainingPicture } from './TrainingPicture';

/**
 * A skeleton of a training or batch with its final height, which prevents layout shifts; shows the
 * picture if it is known.
 */
export function LoadingView({ picture = null }: { picture?: string | null }) {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        gap: { xs: 4, lg: 6 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
      }}
    >
      <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 } }}>
        {picture ? (
          <Card sx={{ minHeight: 560 }}>
            <TrainingPicture url={picture} />
            <Box sx={{ p: 3 }}>
              <Skeleton height={40} width="45%" />
              <Skeleton width="75%" />
              <Skeleton width="60%" />
              <Skeleton variant="rounded" height={48} sx={{ mt: 3 }} />
            </Box>
          </Card>
        ) : (
          <Skeleton variant="rounded" height={560} sx={{ borderRadius: 4 }} />
        )}
      </Box>
      <Box>
        <Skeleton height={32} width="90%" />
        <Skeleton height={32} width="70%" />
        <Skeleton variant="rounded" height={720} sx={{ borderRadius: 4, mt: 2 }} />
      </Box>
    </Box>
  );
}
