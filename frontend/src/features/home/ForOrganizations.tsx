import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/RouterLinks';
import { useOpens } from '@/lib/access';
import { paths } from '@/routes/paths';

const points = ['run', 'enroll', 'apply', 'track'] as const;

/** The benefits for organizations. */
export function ForOrganizations() {
  const { t } = useTranslation();
  const opens = useOpens();
  return (
    <Container component="section" sx={{ pb: { xs: 7, md: 11 } }}>
      <Box
        sx={{
          borderRadius: 3,
          bgcolor: 'surface.ink',
          color: 'surface.onInk',
          px: { xs: 3, sm: 5, lg: 8 },
          py: { xs: 5, md: 8 },
          display: 'grid',
          gap: { xs: 4, lg: 8 },
          gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' },
          alignItems: 'center',
        }}
      >
        <Box>
          <Typography variant="h2" sx={{ color: '#fff' }}>
            {t('home.organizations.title')}
          </Typography>
          <Typography variant="subtitle1" component="p" sx={{ mt: 1.5, maxWidth: 480 }}>
            {t('home.organizations.lead')}
          </Typography>
          <Box sx={{ mt: 4, display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
            <LinkButton
              to={paths.signUp}
              variant="contained"
              size="large"
              sx={{ bgcolor: '#34d399', color: '#03271b', '&:hover': { bgcolor: '#6ee7b7' } }}
            >
              {t('home.organizations.register')}
            </LinkButton>
            {opens('contact') && (
              <LinkButton
                to={paths.contact}
                variant="outlined"
                size="large"
                sx={{ color: '#fff', borderColor: 'rgb(255 255 255 / 0.4)' }}
              >
                {t('home.organizations.contact')}
              </LinkButton>
            )}
          </Box>
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2.5 }}>
          {points.map((point) => (
            <Box component="li" key={point} sx={{ display: 'flex', gap: 1.75 }}>
              <CheckIcon aria-hidden sx={{ color: '#34d399', mt: 0.25 }} />
              <Box>
                <Typography sx={{ color: '#fff', fontWeight: 600 }}>
                  {t(`home.organizations.${point}.title`)}
                </Typography>
                <Typography variant="body2">{t(`home.organizations.${point}.text`)}</Typography>
              </Box>
            </Box>
          ))}
        </Box>
      </Box>
    </Container>
  );
}
