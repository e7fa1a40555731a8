import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { TitledCard } from '@/components/record/TitledCard';
import { useSession } from '@/lib/session';
import { AddressForm } from './AddressForm';
import { addressQuery } from './queries';

/** The candidate's address and contact data. */
export default function AddressPage() {
  const { profile } = useSession();
  return profile && <ProfileAddress key={profile.id} profileId={profile.id} />;
}

function ProfileAddress({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const address = useQuery(addressQuery(profileId));
  return (
    <PageContainer title={t('routes.candidateAddress')} width="lg">
      <Box sx={{ maxWidth: 860 }}>
        <ErrorAlert error={address.error} onRetry={() => void address.refetch()} />
        {address.isPending && <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}
        {address.data !== undefined && (
          <TitledCard title={t('address.title')} lead={t('address.lead')}>
            <AddressForm profileId={profileId} address={address.data} />
          </TitledCard>
        )}
      </Box>
    </PageContainer>
  );
}
