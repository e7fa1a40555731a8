import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TitledCard } from '@/components/record/TitledCard';
import { EmailCodeDialog } from './EmailCodeDialog';
import { EmailDialog, type NewEmail } from './EmailDialog';

interface EmailCardProps {
  email: string;
  username: string;
}

/** The account's email address, with a button to change it. */
export function EmailCard({ email, username }: EmailCardProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState<NewEmail | null>(null);
  return (
    <TitledCard
      title={t('security.email.title')}
      lead={t('security.email.lead')}
      action={
        <Button variant="outlined" onClick={() => setAsking(true)}>
          {t('security.email.change')}
        </Button>
      }
    >
      <Box component="bdi" dir="ltr" sx={{ mt: 2, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {email}
      </Box>
      {asking && (
        <EmailDialog username={username} onSent={setSent} onClose={() => setAsking(false)} />
      )}
      {sent && <EmailCodeDialog sent={sent} onClose={() => setSent(null)} />}
    </TitledCard>
  );
}
