import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CategoryIcon } from '@/domain/CategoryIcon';
import { useCategoryMenu } from '@/domain/site';
import { localized, useLocale } from '@/i18n';
import { paths, queryString } from '@/routes/paths';
import { Band } from './Band';

const WAITING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const grid = {
  display: 'grid',
  gap: { xs: 1.5, md: 2 },
  gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, 1fr)' },
} as const;

/** Links to the main categories; renders nothing without any. */
export function CategoryGrid() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { menu, isLoading } = useCategoryMenu();
  if (!isLoading && menu.length === 0) return null;

  return (
    <Band title={t('home.categories.title')} lead={t('home.categories.lead')}>
      <Box sx={grid}>
        {isLoading
          ? WAITING.map((key) => (
              <Skeleton key={key} variant="rounded" height={148} sx={{ borderRadius: 2 }} />
            ))
          : menu.map((category) => (
              <Card
                key={category.id}
                sx={{
                  transition: 'border-color 120ms',
                  '&:hover': { borderColor: 'primary.main' },
                }}
              >
                <CardActionArea
                  component={Link}
                  to={paths.trainings + queryString({ category_id: category.id })}
                  sx={{
                    p: { xs: 2, sm: 2.5 },
                    height: 1,
                    display: 'flex',
                    flexDirection: 'column',
                    alignItems: 'flex-start',
                    justifyContent: 'flex-start',
                  }}
                >
                  <Box
                    aria-hidden
                    sx={{
                      display: 'grid',
                      placeItems: 'center',
                      width: 44,
                      height: 44,
                      borderRadius: 1.5,
                      bgcolor: 'surface.tint',
                      color: 'primary.main',
                    }}
                  >
                    <CategoryIcon name={category.icon} />
                  </Box>
                  <Typography variant="h6" component="h3" sx={{ mt: 2 }}>
                    {localized(category, 'name', locale)}
                  </Typography>
                  <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
                    {t('home.categories.trainings', { count: category.trainings })}
                  </Typography>
                </CardActionArea>
              </Card>
            ))}
      </Box>
    </Band>
  );
}
