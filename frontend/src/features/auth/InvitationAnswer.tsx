import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { InvitationRead } from '@/api/identity';
import {
  acceptInvitationMutation,
  declineInvitationMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { localized, useLocale } from '@/i18n';
import { withRedirect } from '@/lib/access';
import { chooseProfile, continueSession, endSession, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { InvitationPassword } from './InvitationPassword';

interface InvitationAnswerProps {
  invitation: InvitationRead;
  token: string;
  /** Called when the invitation is used; it must not be read again. */
  onAnswered: (answer: 'accepted' | 'declined') => void;
}

/** Accepts or declines: with a new password, or as the signed-in recipient. */
export function InvitationAnswer({ invitation, token, onAnswered }: InvitationAnswerProps) {
  const { t } = useTranslation();
  const name = localized(invitation, 'name', useLocale());
  const { user } = useSession();
  const { profile_type, chooses_password } = invitation;
  const isOther = user && user.id !== invitation.user_id;
  const onAccepted = () => onAnswered('accepted');
  const mayAnswer = user ? !isOther : chooses_password;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Details
        entries={[
          [t('invitation.account'), <bdi key="name">{name}</bdi>],
          [
            t('person.username'),
            <bdi key="username" dir="ltr">
              {invitation.username}
            </bdi>,
          ],
          [
            t('person.email'),
            <bdi key="email" dir="ltr">
              {invitation.email}
            </bdi>,
          ],
          [t('invitation.expires'), <DateText key="until" value={invitation.expires_at} />],
        ]}
      />
      {isOther && (
        <>
          <Alert severity="warning">{t('invitation.other', { name })}</Alert>
          <Button variant="contained" size="large" onClick={() => void endSession()}>
            {t('invitation.sign_out')}
          </Button>
        </>
      )}
      {!user && !chooses_password && (
        <>
          <Alert severity="info">{t('invitation.sign_in_lead')}</Alert>
          <LinkButton
            variant="contained"
            size="large"
            to={withRedirect(paths.signIn, paths.invitation)}
          >
            {t('invitation.sign_in')}
          </LinkButton>
        </>
      )}
      {mayAnswer &&
        (chooses_password ? (
          <InvitationPassword invitation={invitation} token={token} onAccepted={onAccepted} />
        ) : (
          <Accept token={token} onAccepted={onAccepted} />
        ))}
      {mayAnswer && ['staff', 'trainer'].includes(profile_type) && (
        <Decline token={token} onDeclined={() => onAnswered('declined')} />
      )}
    </Box>
  );
}

/** Accepts as the signed-in user, who continues with the new profile. */
function Accept({ token, onAccepted }: { token: string; onAccepted: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user: before } = useSession();
  const accept = useMutation(acceptInvitationMutation());
  const onAccept = async () => {
    const grant = await accept.mutateAsync({ body: { token } });
    onAccepted();
    continueSession(grant);
    const had = new Set(before?.profiles.map(({ id }) => id));
    const added = grant.user.profiles.find(({ id }) => !had.has(id));
    if (added) chooseProfile(added.id);
    toast.success(t('invitation.accepted'));
    void navigate(paths.dashboard);
  };
  return (
    <>
      <ActionError error={accept.error} />
      <Button
        variant="contained"
        size="large"
        loading={accept.isPending}
        onClick={() => void onAccept().catch(() => {})}
      >
        {t('invitation.accept')}
      </Button>
    </>
  );
}

function Decline({ token, onDeclined }: { token: string; onDeclined: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const decline = useMutation({ ...declineInvitationMutation(), onSuccess: onDeclined });
  return (
    <>
      <Button color="inherit" size="large" onClick={() => setAsking(true)}>
        {t('invitation.decline')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('invitation.decline_title')}
        confirmLabel={t('invitation.decline')}
        color="error"
        pending={decline.isPending}
        error={decline.error}
        onConfirm={() => decline.mutate({ body: { token } })}
        onClose={() => setAsking(false)}
      >
        {t('invitation.decline_text')}
      </ConfirmDialog>
    </>
  );
}
