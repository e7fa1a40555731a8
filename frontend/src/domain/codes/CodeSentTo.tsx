import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** Says where the code went. */
export function CodeSentTo({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t('auth.code_sent_to')}{' '}
      <Box component="bdi" dir="ltr" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {email}
      </Box>
    </>
  );
}
