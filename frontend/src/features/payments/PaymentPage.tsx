import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { PaymentDetail } from '@/api/payments';
import { asProblem } from '@/api/problem';
import { DateText } from '@/components/DateText';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { Facts } from '@/components/record/Facts';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { PageError } from '@/lib/fault';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { paymentQuery, useRefund } from './queries';
import { shownStatus } from './shownStatus';

const REASON_MAX = 500;
const REFUNDING_MS = 3000;

const isRefunding = ({ refunds }: PaymentDetail) =>
  refunds.some(({ status }) => status === 'requested' || status === 'sent');

/** One payment for the desk: who paid what, with which card, and what went back. */
export default function PaymentPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const {
    data: payment,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isRefunding(data) ? REFUNDING_MS : false),
  });
  const { profile } = useSession();
  const status = asProblem(error)?.status;
  if (status === 404 || status === 422) throw new PageError(404, 'errors.not_found');
  const left = payment?.refundable_minor ?? 0;
  const refundable = profile?.type === 'admin' && payment?.status === 'succeeded' && left > 0;
  return (
    <PageContainer
      title={t('routes.payment')}
      trail={[{ label: t('routes.payments'), to: paths.payments }]}
      width="lg"
      actions={payment && refundable && <Refund payment={payment} left={left} />}
    >
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton variant="rounded" height={260} sx={{ borderRadius: 4 }} />}
      {payment && <Details payment={payment} />}
    </PageContainer>
  );
}

function Details({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const name = localized(payment, 'payer_name', locale);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {payment.review_reason && (
        <Alert severity="warning">
          {t('payments.under_review', {
            reason: t(`review_reason.${payment.review_reason}`, payment.review_reason),
          })}
        </Alert>
      )}
      <Card sx={{ p: { xs: 2.5, sm: 3.5 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'space-between' }}>
          <Box>
            <Typography variant="h4" component="h2">
              {localized(payment, 'title', locale)}
            </Typography>
            <Typography variant="h3" component="p" sx={{ mt: 1 }}>
              <Money amount={payment.amount_minor} currency={payment.currency} />
            </Typography>
          </Box>
          <StatusChip noun="payment" status={shownStatus(payment)} size="medium" />
        </Box>
        <Facts
          facts={[
            [t('payments.payer'), name || payment.payer_email || '–'],
            payment.payer_email && [
              t('payments.email'),
              <bdi key="e" dir="ltr">
                {payment.payer_email}
              </bdi>,
            ],
            [t('payments.purpose'), t(`charge_purpose.${payment.purpose}`)],
            [
              t('payments.reference'),
              <bdi key="r" dir="ltr">
                {payment.reference}
              </bdi>,
            ],
            [
              t('payments.opened'),
              <DateText key="o" value={payment.created_at} style="datetime" />,
            ],
            payment.completed_at && [
              t('payments.completed'),
              <DateText key="c" value={payment.completed_at} style="datetime" />,
            ],
            payment.card_last4 && [
              t('payments.card'),
              <bdi key="k" dir="ltr">
                {payment.card_brand} •••• {payment.card_last4}
              </bdi>,
            ],
            payment.transaction_id && [
              t('payments.transaction'),
              <bdi key="t" dir="ltr">
                {payment.transaction_id}
              </bdi>,
            ],
            payment.failure_reason && [t('payments.failure'), payment.failure_reason],
            payment.refunded_minor > 0 && [
              t('payments.refunded'),
              <Money key="f" amount={payment.refunded_minor} currency={payment.currency} />,
            ],
          ]}
        />
      </Card>
      {payment.refunds.length > 0 && (
        <TitledCard title={t('payments.refunds')}>
          {payment.refunds.map((refund) => (
            <Facts
              key={refund.id}
              facts={[
                [
                  t('payments.date'),
                  <DateText key="d" value={refund.created_at} style="datetime" />,
                ],
                [
                  t('payments.amount'),
                  <Money key="a" amount={refund.amount_minor} currency={refund.currency} />,
                ],
                [t('payments.status'), statusText(t, 'refund', refund.status)],
                [t('payments.reason'), refund.note || t(`refund_reason.${refund.reason}`)],
                refund.requested_by_name_en && [
                  t('payments.requested_by'),
                  localized(refund, 'requested_by_name', locale),
                ],
                refund.error && [t('payments.refund_failure'), refund.error],
              ]}
            />
          ))}
        </TitledCard>
      )}
    </Box>
  );
}

/** Gives the rest of the money back, with a reason that stays on record. */
function Refund({ payment, left }: { payment: PaymentDetail; left: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const missing = reason.trim() === '';
  // One key for each opening of the dialog: pressing twice gives the money back once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const refund = useRefund();
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        onClick={() => {
          refund.reset();
          setReason('');
          setPressed(false);
          setKey(crypto.randomUUID());
          setOpen(true);
        }}
      >
        {t('payments.refund')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('payments.refund_title')}
        confirmLabel={t('payments.refund')}
        color="error"
        pending={refund.isPending}
        error={refund.error}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setPressed(true);
          if (missing) return;
          refund.mutate(
            {
              path: { payment_id: payment.id },
              body: { key, reason: reason.trim(), amount_minor: left },
            },
            {
              onSuccess: () => {
                setOpen(false);
                toast.success(t('payments.refund_requested'));
              },
            },
          );
        }}
      >
        <Typography>
          {t('payments.refund_text')} <Money amount={left} currency={payment.currency} />
        </Typography>
        <TextField
          label={t('payments.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          multiline
          minRows={2}
          required
          autoFocus
          error={pressed && missing}
          helperText={pressed && missing ? t('validation.required') : t('payments.refund_hint')}
          slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          sx={{ mt: 2 }}
        />
      </ConfirmDialog>
    </>
  );
}
