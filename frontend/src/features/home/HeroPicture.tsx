import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CrateField } from '@/components/CrateField';
import { LogoMark } from '@/components/Logo';

/** The illustration of the home page. */
export function HeroPicture() {
  const { t } = useTranslation();
  return (
    <Box
      aria-hidden
      sx={{
        position: 'relative',
        height: { xs: 300, sm: 360, lg: 460 },
        borderRadius: 3,
        overflow: 'hidden',
        bgcolor: 'surface.ink',
      }}
    >
      <CrateField />
      <Box
        sx={{
          position: 'absolute',
          insetInline: { xs: 20, sm: 40 },
          bottom: { xs: 20, sm: 40 },
          p: { xs: 2.5, sm: 3 },
          borderRadius: 2,
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'divider',
          boxShadow: '0 24px 60px -24px rgb(0 0 0 / 0.6)',
        }}
      >
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <LogoMark size={40} />
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('home.picture.kind')}
            </Typography>
            <Typography variant="h5" component="p">
              {t('home.picture.title')}
            </Typography>
          </Box>
        </Box>
        <Box
          sx={{
            mt: 2,
            display: 'grid',
            gap: 1,
            gridTemplateColumns: '1fr auto',
            alignItems: 'center',
          }}
        >
          <Box sx={{ display: 'grid', gap: 0.75 }}>
            <Box sx={{ height: 8, width: '72%', borderRadius: 0.5, bgcolor: 'divider' }} />
            <Box sx={{ height: 8, width: '48%', borderRadius: 0.5, bgcolor: 'divider' }} />
          </Box>
          <Box
            sx={{
              px: 1.5,
              py: 0.5,
              borderRadius: 1,
              bgcolor: 'surface.tint',
              color: 'primary.main',
              fontSize: '0.875rem',
              fontWeight: 600,
            }}
          >
            {t('home.picture.verified')}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
