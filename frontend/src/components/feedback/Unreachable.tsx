import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/lib/usePageTitle';

const RETRY_MS = 15_000;

/** Reloads the page if the server answers; otherwise the browser would show its own error page. */
async function reloadIfReachable(): Promise<void> {
  const answered = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (answered) window.location.reload();
}

/** Replaces a page that could not be loaded, and reloads when the connection returns. */
export function Unreachable() {
  const { t } = useTranslation();
  const [isTrying, setTrying] = useState(false);
  usePageTitle(t('error.offline.title'));

  useEffect(() => {
    const attempt = () => void reloadIfReachable();
    const timer = setInterval(attempt, RETRY_MS);
    window.addEventListener('online', attempt);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', attempt);
    };
  }, []);

  return (
    <Container maxWidth="md" sx={{ py: { xs: 3, md: 5 } }}>
      <Typography variant="h3" component="h1" sx={{ mb: 2 }}>
        {t('error.offline.title')}
      </Typography>
      {/* No Alert: this belongs to the first load, since without a connection it cannot be fetched. */}
      <Box
        role="alert"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          justifyContent: 'space-between',
          px: 2,
          py: 1.25,
          borderRadius: 1,
          bgcolor: 'surface.tint',
        }}
      >
        {t('error.offline.description')}
        <Button
          size="small"
          loading={isTrying}
          onClick={() => {
            setTrying(true);
            void reloadIfReachable().finally(() => setTrying(false));
          }}
        >
          {t('common.try_again')}
        </Button>
      </Box>
    </Container>
  );
}
