import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { BottomBar } from '@/components/BottomBar';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { LinkButton } from '@/components/RouterLinks';
import { TotalNote } from '@/domain/Total';
import { withMessages } from '@/i18n';
import { withRedirect } from '@/lib/access';
import { useSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { ConfirmEnrollment } from './ConfirmEnrollment';
import { EligibilityNotice } from './EligibilityNotice';
import { Columns, EnrollFrame, Loading } from './EnrollFrame';
import { EnrollSummary } from './EnrollSummary';
import { getEligibility } from './eligibility';
import { type CandidateGate, openGates } from './gates';
import { OfferDetails } from './OfferDetails';
import { OwnClashes } from './OwnClashes';
import { useEnroll } from './queries';
import { type EnrollOffer, useOffer } from './useOffer';

// Lazy, because only signed-in users complete their account.
const AccountStep = lazy(
  withMessages(
    () => import('./AccountStep'),
    'document',
    'enroll',
    'image',
    'numbers',
    'pay',
    'profile',
  ),
);

/**
 * Enrollment on one page: summary, costs and confirmation. Missing parts of the candidate's account
 * are requested first, one at a time. Visitors can open it.
 */
export default function EnrollPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { id, batchId = '' } = useParams();
  const [refused, setRefused] = useState<CandidateGate | null>(null);
  const { batch, offer, error, retry } = useOffer(batchId);
  const enroll = useEnroll();
  const way = offer && getEligibility(offer.eligibility).kind;
  const possible = way === 'enroll' || way === 'wait';
  const isCandidate = session.profile?.type === 'candidate';
  const gates = possible && isCandidate ? openGates(session, refused) : [];
  const [gate] = gates;
  useHeadingFocus(gate);

  // Correct the URL if it names another training than the batch's.
  if (id && batch && batch.training.id !== id) {
    return <Navigate to={href(paths.enroll, { id: batch.training.id, batchId })} replace />;
  }
  if (!offer) {
    return (
      <EnrollFrame step="request" title={t('routes.enroll')} batch={batch}>
        {error ? <ErrorAlert error={error} onRetry={retry} /> : <Loading />}
      </EnrollFrame>
    );
  }
  const here = href(paths.enroll, { id: offer.batch.training.id, batchId: offer.batch.id });
  if (gate) {
    return (
      <EnrollFrame
        step="account"
        title={t('enroll.gates.title', { count: gates.length })}
        lead={gate === 'payment' ? undefined : t(`access.${gate}`)}
        batch={batch}
      >
        <Columns aside={<EnrollSummary {...offer} />}>
          <Suspense fallback={null}>
            <AccountStep key={gate} gate={gate} here={here} onDone={() => setRefused(null)} />
          </Suspense>
        </Columns>
      </EnrollFrame>
    );
  }
  return (
    <EnrollFrame
      step={way === 'enrolled' ? 'seat' : possible && !session.user ? 'account' : 'request'}
      title={t('routes.enroll')}
      lead={way === 'enrolled' ? undefined : t('enroll.lead')}
      batch={batch}
    >
      <Columns
        aside={
          <EnrollSummary {...offer}>
            {possible && !session.user && <SignUpFirst {...offer} here={here} />}
            {possible && isCandidate && (
              <ConfirmEnrollment
                {...offer}
                enroll={enroll}
                waiting={way === 'wait'}
                onGate={setRefused}
              />
            )}
          </EnrollSummary>
        }
      >
        <EligibilityNotice {...offer} />
        {possible && isCandidate && <OwnClashes batchId={offer.batch.id} />}
        <OfferDetails {...offer} ahead={possible} waiting={way === 'wait'} />
      </Columns>
    </EnrollFrame>
  );
}

/** Focuses the heading of the next step after an automatic transition. */
function useHeadingFocus(gate: CandidateGate | undefined) {
  const shown = useRef(gate);
  useEffect(() => {
    if (shown.current === gate) return;
    shown.current = gate;
    const heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [gate]);
}

function SignUpFirst({ here, eligibility }: EnrollOffer & { here: string }) {
  const { t } = useTranslation();
  return (
    <>
      <BottomBar note={<TotalNote {...eligibility} />}>
        <LinkButton variant="contained" size="large" to={withRedirect(paths.signUp, here)}>
          {t('enroll.sign_up')}
        </LinkButton>
      </BottomBar>
      <LinkButton variant="outlined" size="large" to={withRedirect(paths.signIn, here)}>
        {t('enroll.sign_in')}
      </LinkButton>
    </>
  );
}
