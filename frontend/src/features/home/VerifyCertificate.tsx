import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths, queryString } from '@/routes/paths';

/** Links to the verification of a certificate by its number. */
export function VerifyCertificate() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const verify = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = String(new FormData(event.currentTarget).get('number') ?? '').trim();
    void navigate(paths.verifyCertificate + queryString({ number }));
  };

  return (
    <Box component="section" sx={{ bgcolor: 'surface.tint', py: { xs: 6, md: 9 } }}>
      <Container
        sx={{
          display: 'grid',
          gap: { xs: 3, lg: 8 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'center',
        }}
      >
        <Box>
          <Typography variant="h2">{t('home.verify.title')}</Typography>
          <Typography sx={{ mt: 1, color: 'text.secondary', maxWidth: 520 }}>
            {t('home.verify.lead')}
          </Typography>
        </Box>
        <Box component="form" onSubmit={verify}>
          <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 600 }}>
            {t('home.verify.number')}
          </Typography>
          <Box
            sx={{ mt: 1, display: 'flex', gap: 1.25, flexDirection: { xs: 'column', sm: 'row' } }}
          >
            <Box
              component="input"
              id={id}
              name="number"
              required
              dir="ltr"
              autoComplete="off"
              sx={{
                flex: 1,
                minWidth: 0,
                px: 2,
                minHeight: 48,
                border: 1,
                borderColor: 'text.secondary',
                borderRadius: 1.25,
                bgcolor: 'background.paper',
                color: 'text.primary',
                font: 'inherit',
              }}
            />
            <Button type="submit" variant="contained" size="large">
              {t('home.verify.submit')}
            </Button>
          </Box>
        </Box>
      </Container>
    </Box>
  );
}
