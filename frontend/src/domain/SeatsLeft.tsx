import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BatchCard as Batch } from '@/api/catalog';

// Up to this number of seats a warning is shown.
const FEW_SEATS = 5;

/** Shows if enrollment in a batch is open, and the number of seats left. */
export function SeatsLeft({ batch }: { batch: Pick<Batch, 'availability' | 'seats_left'> }) {
  const { t } = useTranslation();
  const open = batch.availability === 'open';
  const few = open && batch.seats_left <= FEW_SEATS;
  return (
    <Typography
      variant="body2"
      component="span"
      sx={{
        fontWeight: 500,
        color: few ? 'warning.main' : open ? 'success.main' : 'text.secondary',
      }}
    >
      {open
        ? t('batch_card.seats_left', { count: batch.seats_left })
        : t(`availability.${batch.availability}`)}
    </Typography>
  );
}
