import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { RevealTogether } from '@/components/RevealTogether';
import { LinkButton } from '@/components/RouterLinks';
import { paths } from '@/routes/paths';
import { LinksCard } from './LinksCard';
import { LooksCard } from './LooksCard';
import { PublicCard } from './PublicCard';
import { ownQuery } from './queries';

/** The visibility of the user's certificates, their links and their views. */
export default function SharingPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ownQuery());
  const certificates = data?.data ?? [];
  return (
    <PageContainer title={t('routes.candidateSharing')} subtitle={t('sharing.lead')} width="lg">
      <RevealTogether wait={<Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}>
        <Box sx={{ display: 'grid', gap: 3 }}>
          {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
          {data && certificates.length === 0 && (
            <Card>
              <EmptyState
                title={t('sharing.none')}
                description={t('sharing.none_hint')}
                action={
                  <LinkButton variant="contained" to={paths.trainings}>
                    {t('routes.trainings')}
                  </LinkButton>
                }
              />
            </Card>
          )}
          {certificates.length > 0 && (
            <>
              <PublicCard certificates={certificates} />
              <LinksCard certificates={certificates} />
            </>
          )}
          <LooksCard />
        </Box>
      </RevealTogether>
    </PageContainer>
  );
}
