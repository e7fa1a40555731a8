import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TextLink } from '@/components/RouterLinks';
import { paths, queryString } from '@/routes/paths';
import { HeroPicture } from './HeroPicture';

/** The introduction of the platform, with a search field. */
export function Hero() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('search');
    void navigate(paths.trainings + queryString({ search: String(text ?? '').trim() }));
  };

  return (
    <Container sx={{ pt: { xs: 5, md: 8 }, pb: { xs: 4, md: 6 } }}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 5, lg: 8 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1.1fr 1fr' },
          alignItems: 'center',
        }}
      >
        <Box>
          <Typography variant="h1">{t('home.hero.title')}</Typography>
          <Typography
            variant="subtitle1"
            component="p"
            sx={{ mt: 2.5, color: 'text.secondary', maxWidth: 560 }}
          >
            {t('home.hero.lead')}
          </Typography>
          <Box
            component="form"
            role="search"
            onSubmit={search}
            sx={{
              mt: 4,
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              maxWidth: 580,
              p: 1,
              paddingInlineStart: 2,
              border: 1,
              borderColor: 'divider',
              borderRadius: 2,
              bgcolor: 'background.paper',
              boxShadow: '0 12px 32px -20px rgb(7 48 31 / 0.35)',
              '&:has(input:focus-visible)': {
                borderColor: 'primary.main',
                boxShadow: '0 0 0 2px var(--mui-palette-primary-main)',
              },
            }}
          >
            <SearchIcon aria-hidden sx={{ color: 'text.secondary' }} />
            <Box
              component="input"
              type="search"
              name="search"
              aria-label={t('home.hero.search_label')}
              placeholder={t('home.hero.search_placeholder')}
              sx={{
                flex: 1,
                minWidth: 0,
                border: 0,
                outline: 'none !important',
                bgcolor: 'transparent',
                font: 'inherit',
                fontSize: '1rem',
                color: 'text.primary',
                minHeight: 44,
                '&::placeholder': { color: 'text.secondary', opacity: 1 },
              }}
            />
            <Button type="submit" variant="contained" sx={{ minHeight: 44 }}>
              {t('home.hero.search')}
            </Button>
          </Box>
          <Typography variant="body2" sx={{ mt: 2.5, color: 'text.secondary' }}>
            <TextLink to={paths.batches}>{t('home.hero.browse_batches')}</TextLink>
          </Typography>
        </Box>
        <HeroPicture />
      </Box>
    </Container>
  );
}
