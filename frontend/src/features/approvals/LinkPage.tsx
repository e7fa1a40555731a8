import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { openApprovalLink } from '@/api/approvals';
import { asProblem } from '@/api/problem';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { href, paths } from '@/routes/paths';

const REFUSED = ['not_found', 'other_account', 'already_used', 'expired'] as const;

/**
 * Opens the request of an emailed link, without a decision. An invalid link shows its reason and
 * the next step.
 */
export default function LinkPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const [token] = useState(hash.slice(1));
  const { data, error, refetch } = useQuery({
    queryKey: ['approval link', token],
    queryFn: async () => (await openApprovalLink({ body: { token } })).data,
    enabled: token !== '',
    retry: false,
    // Never cached, because the link may expire.
    gcTime: 0,
  });
  if (data) return <Navigate to={href(paths.approval, { id: data.approval_id })} replace />;
  const reason = token
    ? REFUSED.find((each) => asProblem(error)?.code === `approval_link.${each}`)
    : 'not_found';
  return (
    <PageContainer title={t('routes.approvalLink')} width="md">
      {reason && (
        <Box sx={{ display: 'grid', gap: 2.5, justifyItems: 'start' }}>
          <Alert severity={reason === 'already_used' ? 'info' : 'warning'} sx={{ width: 1 }}>
            {t(`approvals.links.${reason}`)}
          </Alert>
          <LinkButton variant="contained" to={paths.myApprovals}>
            {t('approvals.links.go_on')}
          </LinkButton>
        </Box>
      )}
      {error && !reason && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && !reason && (
        <Skeleton
          variant="rounded"
          height={160}
          aria-label={t('approvals.links.reading')}
          sx={{ borderRadius: 4 }}
        />
      )}
    </PageContainer>
  );
}
