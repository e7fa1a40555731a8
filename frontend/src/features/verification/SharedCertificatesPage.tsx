import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DateText } from '@/components/DateText';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { isNotFound } from '@/lib/fault';
import { paths } from '@/routes/paths';
import { CertificateList } from './CertificateList';
import { linkedQuery } from './queries';

/** The certificates that a holder shared by a temporary link. */
export default function SharedCertificatesPage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(linkedQuery(token));
  const ended = isNotFound(error);
  return (
    <PageContainer
      title={t('routes.sharedCertificates')}
      subtitle={
        data && (
          <Trans
            i18nKey="learners.good_until"
            components={{ date: <DateText value={data.ends_at} style="datetime" /> }}
          />
        )
      }
      width="md"
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {error && !ended && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {isPending && <Skeleton variant="rounded" height={200} sx={{ borderRadius: 4 }} />}
        {ended && (
          <Card>
            <EmptyState
              title={t('learners.link_ended')}
              description={t('learners.link_ended_hint')}
              action={
                <LinkButton variant="contained" to={paths.verifyCertificate}>
                  {t('routes.verifyCertificate')}
                </LinkButton>
              }
            />
          </Card>
        )}
        {data && <CertificateList certificates={data.data} />}
      </Box>
    </PageContainer>
  );
}
