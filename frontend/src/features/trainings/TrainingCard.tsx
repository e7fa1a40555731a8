import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TrainingCard as Training } from '@/api/catalog';
import { Clamped } from '@/components/Clamped';
import { TextLink } from '@/components/RouterLinks';
import { PriceRange } from '@/domain/training/PriceRange';
import { TrainingPicture } from '@/domain/training/TrainingPicture';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { href, paths, queryString } from '@/routes/paths';

/** A training in the catalogue, with links to its page and batches. */
export function TrainingCard({ training }: { training: Training }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const next = training.next_batch;
  const all = `${paths.batches}${queryString({ training_id: training.id })}`;
  return (
    <Card sx={{ height: 1, display: 'flex', flexDirection: 'column' }}>
      <CardActionArea
        component={Link}
        to={href(paths.training, { id: training.id })}
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', alignItems: 'stretch' }}
      >
        <TrainingPicture url={training.image_url} lazy />
        <Box sx={{ p: 2.5, flex: 1, display: 'flex', flexDirection: 'column' }}>
          <Typography
            variant="body2"
            component="span"
            sx={{ fontWeight: 500, color: 'primary.main' }}
          >
            {localized(training.category, 'name', locale)}
          </Typography>
          <Typography variant="h5" component="h2" sx={{ mt: 1 }}>
            {localized(training, 'title', locale)}
          </Typography>
          <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
            {localized(training.organization, 'name', locale)}
          </Typography>
          <Clamped>{localized(training, 'summary', locale)}</Clamped>
          <Typography variant="body2" sx={{ mt: 'auto', color: 'text.secondary' }}>
            {t('batch_card.hours', { count: training.duration_hours })}
            {' · '}
            {t(`training_level.${training.level}`)}
            {next && (
              <>
                {' · '}
                <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                  {t('catalogue.starts', {
                    date: formatDate(next.starts_at, locale, 'date'),
                  })}
                </Box>
              </>
            )}
          </Typography>
        </Box>
      </CardActionArea>
      <Box
        sx={{
          px: 2.5,
          py: 1.75,
          borderTop: 1,
          borderColor: 'divider',
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: 1,
        }}
      >
        <Typography component="span" sx={{ fontWeight: 600 }}>
          <PriceRange training={training} />
        </Typography>
        {training.batches > 0 && (
          <TextLink to={all} variant="body2">
            {t('catalogue.all_of_training', { count: training.batches })}
          </TextLink>
        )}
      </Box>
    </Card>
  );
}
