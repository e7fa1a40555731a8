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

/** How the reader signs in; the same for candidates and for the dashboard's users. */
export default function SecurityPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  if (!user) return null;
  return (
    <PageContainer title={t('routes.accountSecurity')} subtitle={t('security.lead')} width="lg">
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 860 }}>
        <Due isDue={user.second_factor_due} />
        <EmailCard email={user.email} username={user.username} />
        <SecondFactorCard username={user.username} />
        <PasskeysCard username={user.username} />
        <ProviderCard />
        <SessionsCard />
      </Box>
    </PageContainer>
  );
}

/** Says why somebody was led here, and leads them back when it is done. */
function Due({ isDue }: { isDue: boolean }) {
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
