import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { BatchDetails } from '@/domain/BatchDetails';
import { localized, useLocale } from '@/i18n';
import { withRedirect } from '@/lib/access';
import { type User, useSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { ConfirmEnrollment } from './ConfirmEnrollment';
import { EnrollFrame } from './EnrollFrame';
import { EnrollSummary } from './EnrollSummary';
import { GateChecklist } from './GateChecklist';
import { type CandidateGate, openGates } from './gates';
import { StepsAhead } from './StepsAhead';
import { WayInNotice } from './WayInNotice';
import { wayIn } from './wayIn';

/** The second step: who enrolls in what. Visitors are led through signing up, and back to here. */
export default function ReviewPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [refused, setRefused] = useState<CandidateGate | null>(null);
  const { user, profile } = session;
  const isCandidate = profile?.type === 'candidate';
  const ready = isCandidate && openGates(session, refused).length === 0;
  return (
    <EnrollFrame
      step="review"
      title={t('routes.enrollReview')}
      lead={t('enroll.review_lead')}
      aside={(offer) => {
        const { kind } = wayIn(offer.eligibility);
        const possible = kind === 'enroll' || kind === 'wait';
        const here = pathOf(offer.batch);
        return (
          <EnrollSummary {...offer}>
            {possible && !user && <SignUpFirst here={here} />}
            {possible && isCandidate && !ready && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('enroll.gates.first')}
              </Typography>
            )}
            {possible && ready && (
              <ConfirmEnrollment
                batch={offer.batch}
                waiting={kind === 'wait'}
                onGate={setRefused}
              />
            )}
          </EnrollSummary>
        );
      }}
    >
      {(offer) => {
        const { kind } = wayIn(offer.eligibility);
        const possible = kind === 'enroll' || kind === 'wait';
        return (
          <>
            <WayInNotice {...offer} />
            {possible && isCandidate && (
              <GateChecklist here={pathOf(offer.batch)} refused={refused} />
            )}
            {user && isCandidate && <YourData user={user} here={pathOf(offer.batch)} />}
            <BatchDetails batch={offer.batch} />
            {possible && <StepsAhead eligibility={offer.eligibility} waiting={kind === 'wait'} />}
          </>
        );
      }}
    </EnrollFrame>
  );
}

const pathOf = (batch: { id: string; training: { id: string } }) =>
  href(paths.enrollReview, { id: batch.training.id, batchId: batch.id });

function SignUpFirst({ here }: { here: string }) {
  const { t } = useTranslation();
  return (
    <>
      <LinkButton variant="contained" size="large" to={withRedirect(paths.signUp, here)}>
        {t('enroll.sign_up')}
      </LinkButton>
      <LinkButton variant="outlined" size="large" to={withRedirect(paths.signIn, here)}>
        {t('enroll.sign_in')}
      </LinkButton>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('enroll.sign_up_hint')}
      </Typography>
    </>
  );
}

/** The data that the organization gets, as they are in the profile now. */
function YourData({ user, here }: { user: User; here: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ltr = (value: string) => <bdi dir="ltr">{value}</bdi>;
  return (
    <TitledCard
      title={t('enroll.your_data')}
      action={
        <LinkButton size="small" to={withRedirect(paths.candidateProfile, here)}>
          {t('common.edit')}
        </LinkButton>
      }
    >
      <Details
        entries={[
          [t('enroll.name'), localized(user, 'name', locale) || user.username],
          [t('enroll.email'), ltr(user.email)],
          [t('enroll.phone'), ltr(user.phone)],
          user.civil_number && [t('enroll.civil_number'), ltr(user.civil_number)],
          user.passport_number && [t('enroll.passport_number'), ltr(user.passport_number)],
        ]}
      />
    </TitledCard>
  );
}
