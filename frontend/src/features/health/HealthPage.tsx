import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { RevealTogether } from '@/components/RevealTogether';
import { TitledCard } from '@/components/record/TitledCard';
import { type ServiceHealth, useHealth } from './queries';
import { Rule } from './Rule';

/** The results of data invariants in each service. */
export default function HealthPage() {
  const { t } = useTranslation();
  const services = useHealth();
  return (
    <PageContainer title={t('routes.health')} subtitle={t('health.lead')} width="lg">
      <RevealTogether wait={<Skeleton variant="rounded" height={480} />}>
        <Stack spacing={3}>
          <Verdict services={services} />
          {services.map((each) => (
            <TitledCard key={each.service} title={t(`health.services.${each.service}`)}>
              <Rules {...each} />
            </TitledCard>
          ))}
        </Stack>
      </RevealTogether>
    </PageContainer>
  );
}

function Rules({ rules, error, retry }: ServiceHealth) {
  if (error) {
    return (
      <Box sx={{ mt: 2 }}>
        <ErrorAlert error={error} onRetry={retry} />
      </Box>
    );
  }
  if (!rules) return <Skeleton variant="rounded" height={96} sx={{ mt: 2 }} />;
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
      {rules.map((rule) => (
        <Rule key={rule.name} rule={rule} />
      ))}
    </Box>
  );
}

/** The overall result; renders nothing until every service answers. */
function Verdict({ services }: { services: ServiceHealth[] }) {
  const { t } = useTranslation();
  if (services.some(({ rules, error }) => !(rules || error))) {
    return <Skeleton variant="rounded" height={48} />;
  }
  const silent = services.filter(({ error }) => error).length;
  const rules = services.flatMap(({ rules: some = [] }) => some);
  const broken = rules.filter(({ found }) => found).length;
  const unchecked = rules.filter(({ found }) => found === null).length;
  if (broken) return <Alert severity="error">{t('health.broken', { count: broken })}</Alert>;
  if (silent) return <Alert severity="warning">{t('health.silent', { count: silent })}</Alert>;
  if (unchecked)
    return <Alert severity="info">{t('health.unchecked', { count: unchecked })}</Alert>;
  return <Alert severity="success">{t('health.holds', { count: rules.length })}</Alert>;
}
