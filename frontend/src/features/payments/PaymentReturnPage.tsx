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
import { asProblem } from '@/api/problem';
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
import { recheckUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { href, paths, queryString } from '@/routes/paths';
import { paymentQuery } from './queries';

const POLL_MS = 1500;
const PATIENCE_MS = 45_000;

/**
 * The way back from the card page. What the address says is only shown to the server, which asks
 * the provider itself; the page follows the payment until it is settled.
 */
export default function PaymentReturnPage() {
  const { t } = useTranslation();
  const opens = useOpens();
  const [params] = useSearchParams();
  const remembered = recallReturn();
  const returned = useQuery({
    queryKey: ['payment-return', params.toString()],
    queryFn: async () =>
      (await getPaymentReturn({ body: { params: Object.fromEntries(params) } })).data,
    enabled: params.size > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Without an answer to what the address says, the payment that this tab began is followed.
  const silent = returned.isError || params.size === 0;
  const paymentId = returned.data?.id ?? (silent ? remembered?.paymentId : undefined);
  const followed = useQuery({
    ...paymentQuery(paymentId ?? ''),
    enabled: paymentId !== undefined,
    refetchInterval: ({ state }) =>
      (state.data && isOver(state.data)) || isRefused(state.error) ? false : POLL_MS,
  });
  const payment = followed.data ?? returned.data;
  const error = silent && !paymentId ? returned.error : null;

  if (error && isPassing(error)) {
    return (
      <PageContainer title={t('routes.paymobRedirect')} width="md">
        <ErrorAlert error={error} onRetry={() => void returned.refetch()} />
      </PageContainer>
    );
  }
  const unknown = payment ? false : paymentId ? isRefused(followed.error) : silent;
  return (
    <PageContainer title={t('routes.paymobRedirect')} width="md">
      <Card aria-live="polite">
        {unknown ? (
          <Unknown />
        ) : payment?.status === 'failed' ? (
          <Failed payment={payment} />
        ) : payment && isPaid(payment) ? (
          <Paid payment={payment} />
        ) : payment?.status === 'under_review' ? (
          <EmptyState
            icon={<WaitingIcon />}
            title={t('payment_return.review')}
            description={t('payment_return.review_hint')}
            action={
              opens('support') && (
                <LinkButton variant="outlined" to={paths.support}>
                  {t('routes.support')}
                </LinkButton>
              )
            }
          />
        ) : (
          <Waiting />
        )}
      </Card>
    </PageContainer>
  );
}

/** Whether asking again may help: the server was not reached, or failed. */
const isPassing = (error: unknown) => {
  const status = asProblem(error)?.status ?? 0;
  return status === 0 || status >= 500;
};
const isRefused = (error: unknown) => error !== null && !isPassing(error);

const isPaid = ({ charge_status: status }: PaymentDetail) =>
  status === 'paid' || status === 'partly_refunded' || status === 'refunded';

const isOver = (payment: PaymentDetail) =>
  isPaid(payment) || payment.status === 'failed' || payment.status === 'under_review';

/** The page was opened without a payment, or with somebody else's. */
function Unknown() {
  const { t } = useTranslation();
  const { profile } = useSession();
  return (
    <EmptyState
      title={t('payment_return.unknown')}
      description={t('payment_return.unknown_hint')}
      action={
        <LinkButton
          variant="contained"
          to={profile?.type === 'candidate' && profile.paid ? paths.myPayments : paths.pay}
        >
          {t('payment_return.to_payments')}
        </LinkButton>
      }
    />
  );
}

function Waiting() {
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
      />
    </>
  );
}

function Failed({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const redirect = recallReturn()?.redirect ?? null;
  const start = useStartPayment(redirect);
  const ways = useQuery(listWaysOptions({ path: { charge_id: payment.charge_id } }));
  const { profile } = useSession();
  // Before the fee is paid, there is nowhere else to go.
  const candidate = profile?.type === 'candidate' && profile.paid;
  return (
    <EmptyState
      icon={<FailedIcon color="error" />}
      title={t('payment_return.failed')}
      description={
        <>
          <Amount payment={payment} />
          <Box component="span" sx={{ display: 'block', mt: 1 }}>
            {t(`payment_failure.${payment.failure_code}`, {
              defaultValue: t('payment_return.failed_hint'),
            })}
          </Box>
          {candidate && (
            <Box component="span" sx={{ display: 'block', mt: 1 }}>
              {t('payment_return.later_hint')}
            </Box>
          )}
        </>
      }
      action={
        <Box sx={{ display: 'grid', gap: 2 }}>
          {ways.data && ways.data.length > 1 ? (
            <LinkButton
              variant="contained"
              to={paths.pay + queryString({ charge: payment.charge_id, redirect })}
            >
              {t('payment_return.retry')}
            </LinkButton>
          ) : (
            <Button
              variant="contained"
              loading={ways.isPending || start.isPending || start.isSuccess}
              onClick={() => start.mutate({ path: { charge_id: payment.charge_id } })}
            >
              {t('payment_return.retry')}
            </Button>
          )}
          {candidate && (
            <LinkButton to={href(paths.myPayment, { id: payment.charge_id })}>
              {t('payment_return.later')}
            </LinkButton>
          )}
          <ActionError error={start.error} />
        </Box>
      }
    />
  );
}

function Paid({ payment }: { payment: PaymentDetail }) {
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
    // Payments tells identity, which takes a moment; the guards open when the session knows.
    if (!waits) return;
    const poll = setInterval(() => void recheckUser(), POLL_MS);
    return () => clearInterval(poll);
  }, [waits]);

  const redirect = recallReturn()?.redirect;
  const asked = registration && redirect && !waits;

  useEffect(() => {
    if (asked) toast.success(t('payment_return.paid'));
  }, [asked, t]);
  // Whoever was asked for the fee on the way to something goes on with that.
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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'center' }}>
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

/** What the attempt was about. */
function Amount({ payment }: { payment: PaymentDetail }) {
  return (
    <>
      <Money amount={payment.amount_minor} currency={payment.currency} />
      {' · '}
      <CopyText text={payment.reference} />
    </>
  );
}
