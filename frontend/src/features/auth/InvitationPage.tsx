import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { getInvitation, type InvitationRead } from '@/api/identity';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { LinkButton } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import { InvitationAnswer } from './InvitationAnswer';
import { forgetInvitation, readInvitation } from './keptInvitation';

/** An emailed invitation with its sender and role; the recipient accepts or declines it. */
export default function InvitationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const locale = useLocale();
  const { hash } = useLocation();
  const [token] = useState(() => readInvitation(hash));
  const [answer, setAnswer] = useState<'accepted' | 'declined'>();
  useEffect(() => {
    if (hash) void navigate(paths.invitation, { replace: true });
  }, [hash, navigate]);
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await getInvitation({ body: { token: token ?? '' } })).data,
    retry: false,
    enabled: !answer,
  });

  const lead = (invitation: InvitationRead) =>
    t(`invitation.lead.${invitation.profile_type}`, {
      organization: localized(invitation, 'organization_name', locale),
    });

  return (
    <AuthPage title={t('routes.invitation')} lead={data && answer !== 'declined' && lead(data)}>
      {answer === 'declined' && <EndedInvitation text={t('invitation.declined')} />}
      {error && !answer && (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <ErrorAlert error={error} onRetry={() => void refetch()} />
          <LinkButton variant="outlined" size="large" to={paths.home}>
            {t('invitation.start')}
          </LinkButton>
        </Box>
      )}
      {!data && (!error || answer === 'accepted') && (
        <Skeleton
          variant="rounded"
          height={280}
          aria-label={t('invitation.reading')}
          sx={{ borderRadius: 4 }}
        />
      )}
      {data && token && answer !== 'declined' && (
        <InvitationAnswer
          invitation={data}
          token={token}
          onAnswered={(given) => {
            forgetInvitation();
            setAnswer(given);
          }}
        />
      )}
    </AuthPage>
  );
}

function EndedInvitation({ text }: { text: string }) {
  return <Alert severity="info">{text}</Alert>;
}
