import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { type ChangeRead, getAccountChange } from '@/api/identity';
import { revertAccountChangeMutation } from '@/api/identity/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';

/** Reverts an admin's change of the email address, by a link sent to the former address. */
export default function AccountChangePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { hash } = useLocation();
  // Remove the secret from the URL, so that it does not stay in the history.
  const [token] = useState(() => hash.slice(1));
  useEffect(() => {
    if (hash) void navigate(paths.accountChange, { replace: true });
  }, [hash, navigate]);
  const revert = useMutation(revertAccountChangeMutation());
  const { data, error, refetch } = useQuery({
    queryKey: ['account change', token],
    queryFn: async () => (await getAccountChange({ body: { token } })).data,
    retry: false,
    enabled: !revert.isSuccess,
  });
  if (revert.isSuccess) return <RevertedChange />;
  return (
    <AuthPage title={t('routes.accountChange')} lead={data && t('account_change.lead')}>
      {error && (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <ErrorAlert error={error} onRetry={() => void refetch()} />
          <LinkButton variant="outlined" size="large" to={paths.contact}>
            {t('account_change.contact')}
          </LinkButton>
        </Box>
      )}
      {!data && !error && (
        <Skeleton
          variant="rounded"
          height={220}
          aria-label={t('account_change.reading')}
          sx={{ borderRadius: 4 }}
        />
      )}
      {data && (
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Change change={data} />
          <ActionError error={revert.error} />
          <Button
            variant="contained"
            size="large"
            loading={revert.isPending}
            onClick={() => revert.mutate({ body: { token } })}
          >
            {t('account_change.revert')}
          </Button>
        </Box>
      )}
    </AuthPage>
  );
}

function Change({ change }: { change: ChangeRead }) {
  const { t } = useTranslation();
  return (
    <Details
      entries={[
        [
          t('account_change.email'),
          <bdi key="email" dir="ltr">
            {change.email}
          </bdi>,
        ],
        [
          t('account_change.changed_on'),
          <DateText key="on" value={change.changed_at} style="datetime" />,
        ],
        [
          t('account_change.until'),
          <DateText key="until" value={change.expires_at} style="datetime" />,
        ],
      ]}
    />
  );
}

function RevertedChange() {
  const { t } = useTranslation();
  return (
    <AuthPage title={t('routes.accountChange')}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Alert severity="success">{t('account_change.reverted')}</Alert>
        <LinkButton variant="contained" size="large" to={paths.forgotPassword}>
          {t('account_change.set_password')}
        </LinkButton>
      </Box>
    </AuthPage>
  );
}
