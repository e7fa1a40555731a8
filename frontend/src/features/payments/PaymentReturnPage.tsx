import CancelledIcon from '@mui/icons-material/CancelOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitingIcon from '@mui/icons-material/HourglassTopOutlined';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import type { PaymentDetail } from '@/api/payments';
import { getPaymentReturn } from '@/api/payments';
import { listWaysOptions } from '@/api/payments/@tanstack/react-query.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { CopyText } from '@/components/record/CopyText';
import { recallReturn } from '@/domain/payments/returning';
import { useStartPayment } from '@/domain/payments/useStartPayment';
import { redirectTarget, useOpens } from '@/lib/access';
import { isTransient } from '@/lib/fault';
import { refetchUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { href, paths, queryString } from '@/routes/paths';
import { paymentQuery } from './queries';

const POLL_MS = 1500;
const ASK_MS = 10_000;
const PATIENCE_MS = 45_000;

const actionRow = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  justifyContent: 'center',
} as const;

/**
 * The return page of the payment provider. The server verifies the URL's parameters with the
 * provider; the page polls until the payment is settled.
 */
export default function PaymentReturnPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  // After a cancellation the URL lacks the provider's parameters.
  const isSigned = params.has('hmac');
  const ownId = params.get('payment') ?? recallReturn()?.paymentId;
  const returned = useQuery({
    queryKey: ['payment-return', params.toString(), ownId],
    queryFn: async () => {
      try {
        if (isSigned) return await askReturn(Object.fromEntries(params));
      } catch (error) {
        if (isTransient(error) || !ownId) throw error;
      }
      return await askReturn({ payment: ownId as string });
    },
    enabled: isSigned || ownId !== undefined,
    // Poll while the provider's result may change.
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? ASK_MS : false),
  });
  const id = returned.data?.id;
  const followed = useQuery({
    ...paymentQuery(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : POLL_MS),
  });
  const payment = followed.data ?? returned.data;
  const hasLeft = !isSigned && returned.data?.inquiry === 'unpaid';

  return (
    <PageContainer title={t('routes.paymobRedirect')} width="md">
      {returned.error && isTransient(returned.error) && !payment ? (
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <ErrorAlert error={returned.error} onRetry={() => void returned.refetch()} />
          <ToPayments variant="outlined" />
        </Box>
      ) : (
        <Card aria-live="polite">
          {payment ? (
            <Outcome payment={payment} hasLeft={hasLeft} />
          ) : returned.isLoading ? (
            <LinearProgress aria-label={t('common.loading')} />
          ) : (
            <Unknown />
          )}
        </Card>
      )}
    </PageContainer>
  );
}

const askReturn = async (params: Record<string, string>) =>
  (await getPaymentReturn({ body: { params } })).data;

const isPaid = ({ charge_status: status }: PaymentDetail) =>
  status === 'paid' || status === 'partly_refunded' || status === 'refunded';

const isOver = (payment: PaymentDetail) =>
  isPaid(payment) || payment.status === 'failed' || payment.status === 'under_review';

/** The result of the payment attempt, with the payer's next step. */
function Outcome({ payment, hasLeft }: { payment: PaymentDetail; hasLeft: boolean }) {
  if (payment.status === 'failed') return <Failed payment={payment} />;
  if (isPaid(payment)) return <PaidPayment payment={payment} />;
  if (payment.status === 'under_review') return <UnderReview />;
  return hasLeft ? <CancelledPayment payment={payment} /> : <PendingPayment />;
}

function UnderReview() {
  const { t } = useTranslation();
  const opens = useOpens();
  return (
    <EmptyState
      icon={<WaitingIcon />}
      title={t('payment_return.review')}
      description={t('payment_return.review_hint')}
      action={
        <Box sx={actionRow}>
          <ToPayments variant="contained" />
          {opens('support') && (
            <LinkButton variant="outlined" to={paths.support}>
              {t('routes.support')}
            </LinkButton>
          )}
        </Box>
      }
    />
  );
}

/** Shown without a payment, or for another user's payment. */
function Unknown() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('payment_return.unknown')}
      description={t('payment_return.unknown_hint')}
      action={<ToPayments variant="contained" />}
    />
  );
}

/** Links to the user's payments. */
function ToPayments({ variant }: { variant: 'contained' | 'outlined' }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const isCandidate = profile?.type === 'candidate' && profile.paid;
  return (
    <LinkButton variant={variant} to={isCandidate ? paths.myPayments : paths.pay}>
      {t('payment_return.to_payments')}
    </LinkButton>
  );
}

function PendingPayment() {
  const { t } = useTranslation();
  const [long, setLong] = useState(false);
  useEffect(() => {
    const patience = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, []);
  return (
    <>
      <LinearProgress aria-label={t('common.loading')} />
      <EmptyState
        icon={<WaitingIcon />}
        title={t('payment_return.waiting')}
        description={t(long ? 'payment_return.waiting_long' : 'payment_return.waiting_hint')}
        action={<ToPayments variant="outlined" />}
      />
    </>
  );
}

/** Shown if the payer left the provider's page without trying a card. */
function CancelledPayment({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<CancelledIcon />}
      tone="neutral"
      title={t('payment_return.cancelled')}
      description={
        <>
          <Amount payment={payment} />
          <Box component="span" sx={{ display: 'block', mt: 1 }}>
            {t('payment_return.cancelled_hint')}
          </Box>
          <LaterHint />
        </>
      }
      action={<Retry payment={payment} />}
    />
  );
}

function Failed({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<FailedIcon />}
      tone="error"
      title={t('payment_return.failed')}
      description={
        <>
          <Amount payment={payment} />
          <Box component="span" sx={{ display: 'block', mt: 1 }}>
            {t(`payment_failure.${payment.failure_code}`, {
              defaultValue: t('payment_return.failed_hint'),
            })}
          </Box>
          <LaterHint />
        </>
      }
      action={<Retry payment={payment} />}
    />
  );
}

function LaterHint() {
  const { t } = useTranslation();
  return (
    <Box component="span" sx={{ display: 'block', mt: 1 }}>
      {t('payment_return.later_hint')}
    </Box>
  );
}

/** Pays the charge again, or returns to the page that requested the payment. */
function Retry({ payment: { charge_id } }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const redirect = recallReturn()?.redirect ?? null;
  const start = useStartPayment(redirect);
  const ways = useQuery(listWaysOptions({ path: { charge_id } }));
  const { profile } = useSession();
  const isCandidate = profile?.type === 'candidate' && profile.paid;
  const retry = () => start.mutate({ path: { charge_id } });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ActionError error={start.error} onRetry={retry} />
      {ways.data && ways.data.length > 1 ? (
        <LinkButton
          variant="contained"
          to={paths.pay + queryString({ charge: charge_id, redirect })}
        >
          {t('common.try_again')}
        </LinkButton>
      ) : (
        <Button
          variant="contained"
          loading={ways.isPending || start.isPending || start.isSuccess}
          onClick={retry}
        >
          {t('common.try_again')}
        </Button>
      )}
      <LinkButton to={isCandidate ? href(paths.myPayment, { id: charge_id }) : paths.pay}>
        {t('payment_return.later')}
      </LinkButton>
    </Box>
  );
}

function PaidPayment({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const registration = payment.purpose.endsWith('_registration');
  const kind = registration
    ? 'registration'
    : payment.purpose === 'enrollment'
      ? 'enrollment'
      : 'other';
  const waits = registration && profile?.paid === false;

  useEffect(() => {
    // Identity receives the payment a moment later; the guards pass once the session is updated.
    if (!waits) return;
    const poll = setInterval(() => void refetchUser(), POLL_MS);
    return () => clearInterval(poll);
  }, [waits]);

  const redirect = recallReturn()?.redirect;
  const asked = registration && redirect && !waits;

  useEffect(() => {
    if (asked) toast.success(t('payment_return.paid'));
  }, [asked, t]);
  // Return to the page that required the fee.
  if (asked) return <Navigate to={redirectTarget(new URLSearchParams({ redirect }))} replace />;

  const onwards = redirect ? new URLSearchParams({ redirect }) : new URLSearchParams();
  const fallback = profile?.type === 'candidate' ? paths.myTrainings : paths.dashboard;
  return (
    <EmptyState
      icon={<DoneIcon />}
      title={t('payment_return.paid')}
      description={
        <>
          <Amount payment={payment} />
          <Box component="span" sx={{ display: 'block', mt: 1 }}>
            {t(waits ? 'payment_return.opening' : `payment_return.paid_text.${kind}`)}
          </Box>
        </>
      }
      action={
        <Box sx={actionRow}>
          <LinkButton variant="contained" disabled={waits} to={redirectTarget(onwards, fallback)}>
            {t('payment_return.continue')}
          </LinkButton>
          {profile?.type === 'candidate' && !waits && (
            <LinkButton variant="outlined" to={href(paths.myPayment, { id: payment.charge_id })}>
              {t('payment_return.receipt')}
            </LinkButton>
          )}
        </Box>
      }
    />
  );
}

/** The amount and purpose of the attempt. */
function Amount({ payment }: { payment: PaymentDetail }) {
  return (
    <>
      <Money amount={payment.amount_minor} currency={payment.currency} />
      {' · '}
      <CopyText text={payment.reference} />
    </>
  );
}
