import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { redirectTarget } from '@/lib/access';
import { useSession } from '@/lib/session';
import { EmailCard } from './EmailCard';
import { PasskeysCard } from './PasskeysCard';
import { ProviderCard } from './ProviderCard';
import { SecondFactorCard } from './SecondFactorCard';
import { SessionsCard } from './SessionsCard';

/** The user's sign-in settings, for candidates and dashboard users. */
export default function SecurityPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  if (!user) return null;
  return (
    <PageContainer title={t('routes.accountSecurity')} subtitle={t('security.lead')} width="lg">
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 860 }}>
        <RequiredSetup isDue={user.second_factor_due} />
        <EmailCard email={user.email} username={user.username} />
        <SecondFactorCard username={user.username} />
        <PasskeysCard username={user.username} />
        <ProviderCard />
        <SessionsCard />
      </Box>
    </PageContainer>
  );
}

/** Explains a required setup, and returns to the previous page afterwards. */
function RequiredSetup({ isDue }: { isDue: boolean }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [wasDue] = useState(isDue);
  if (!wasDue) return null;
  if (isDue) return <Alert severity="warning">{t('security.due')}</Alert>;
  return (
    <Alert
      severity="success"
      action={
        <LinkButton color="inherit" size="small" to={redirectTarget(params)}>
          {t('security.go_on')}
        </LinkButton>
      }
    >
      {t('security.done')}
    </Alert>
  );
}
