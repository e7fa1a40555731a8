import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { DesignForm } from './DesignForm';
import { designQuery } from './queries';

/** The design of the organization's certificates. */
export default function DesignPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(designQuery());
  if (data) return <DesignForm key={data.version} design={data} />;
  return (
    <PageContainer title={t('routes.certificateDesign')}>
      {error ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : (
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4 }} />
      )}
    </PageContainer>
  );
}
