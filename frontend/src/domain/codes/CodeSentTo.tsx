import Box from '@mui/material/Box';
import { Trans } from 'react-i18next';

/** Shows the address that the code was sent to. */
export function CodeSentTo({ email }: { email: string }) {
  const address = (
    <Box component="bdi" dir="ltr" sx={{ fontWeight: 600, color: 'text.primary' }}>
      {email}
    </Box>
  );
  return <Trans i18nKey="auth.code_sent_to" components={{ email: address }} />;
}
