import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import ClockIcon from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BatchCard as Batch } from '@/api/catalog';
import { Money } from '@/components/Money';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { formatBatchDates } from './batchTimes';
import { SeatsLeft } from './SeatsLeft';
import { TrainingPicture } from './training/TrainingPicture';

/** A batch in a grid: training, dates, place, price and seats left. */
export function BatchCard({
  batch,
  corner,
  level = 'h3',
}: {
  batch: Batch;
  /** A button in the corner of the card. */
  corner?: ReactNode;
  /** The heading level, one below its section. */
  level?: 'h2' | 'h3';
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { training } = batch;
  return (
    <Card
      sx={{
        height: 1,
        position: 'relative',
        transition: 'border-color 120ms',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <CardActionArea
        component={Link}
        to={href(paths.batch, { id: training.id, batchId: batch.id })}
        sx={{ height: 1, display: 'flex', flexDirection: 'column', alignItems: 'stretch' }}
      >
        <TrainingPicture url={training.image_url} lazy />
        <Box sx={{ p: 2.5, flex: 1, display: 'flex', flexDirection: 'column' }}>
          <Typography
            variant="body2"
            component="span"
            sx={{ fontWeight: 500, color: 'primary.main' }}
          >
            {/* Leaves space for the button in the corner. */}
            <Box component="span" sx={{ display: 'block', paddingInlineEnd: corner ? 4 : 0 }}>
              {localized(training.category, 'name', locale)}
            </Box>
          </Typography>
          <Typography variant="h5" component={level} sx={{ mt: 1 }}>
            {localized(training, 'title', locale)}
          </Typography>
          <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
            {localized(training.organization, 'name', locale)}
          </Typography>
          <Box sx={{ mt: 2, mb: 2.5, display: 'grid', gap: 0.75 }}>
            <Detail Icon={CalendarIcon}>{formatBatchDates(batch, locale)}</Detail>
            <Detail Icon={PlaceIcon}>
              {batch.city ? localized(batch.city, 'name', locale) : t(`batch_mode.${batch.mode}`)}
            </Detail>
            <Detail Icon={ClockIcon}>
              {t('batch_card.hours', { count: training.duration_hours })}
            </Detail>
          </Box>
          <Box
            sx={{
              mt: 'auto',
              pt: 2,
              borderTop: 1,
              borderColor: 'divider',
              display: 'flex',
              justifyContent: 'space-between',
              alignItems: 'baseline',
              gap: 1,
            }}
          >
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {batch.price_minor === 0 ? (
                t('batch_card.free')
              ) : (
                <Money amount={batch.price_minor} currency={batch.currency} />
              )}
            </Typography>
            <SeatsLeft batch={batch} />
          </Box>
        </Box>
      </CardActionArea>
      {corner && (
        <Box
          sx={{
            position: 'absolute',
            top: 8,
            insetInlineEnd: 8,
            zIndex: 1,
            borderRadius: '50%',
            bgcolor: 'background.paper',
          }}
        >
          {corner}
        </Box>
      )}
    </Card>
  );
}

function Detail({ Icon, children }: { Icon: ComponentType<{ sx?: object }>; children: ReactNode }) {
  return (
    <Typography
      variant="body2"
      component="span"
      sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
    >
      <Icon sx={{ fontSize: 18, color: 'text.secondary' }} />
      {children}
    </Typography>
  );
}
