import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ChargeDetail } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Logo } from '@/components/Logo';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { CopyText } from '@/components/record/CopyText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { type StatusNoun, statusText } from '@/lib/statuses';
import { paths, queryString } from '@/routes/paths';
import { ChargeLines } from './ChargeLines';
import { DocumentList, documentsInterval } from './DocumentList';
import { PaymentTimeline } from './PaymentTimeline';
import { chargeQuery } from './queries';

/** A candidate's charge: amount, payment attempts and refunds. */
export default function MyPaymentPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const {
    data: charge,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...chargeQuery(id),
    refetchInterval: ({ state }) => documentsInterval(state.data),
  });
  if (isNotFound(error)) throw new PageError(404, 'payments.not_found');
  return (
    <PageContainer
      title={t('routes.myPayment')}
      trail={[{ label: t('routes.myPayments'), to: paths.myPayments }]}
      width="lg"
      actions={
        charge?.receipt && (
          <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>
            {t('payments.print')}
          </Button>
        )
      }
    >
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton variant="rounded" height={260} sx={{ borderRadius: 4 }} />}
      {charge && <Charge charge={charge} />}
    </PageContainer>
  );
}

// Hidden in print, so that a receipt has no navigation.
const onPaper = {
  '@media print': {
    'header, footer, nav, button, a[href*="/payments/pay"]': { display: 'none !important' },
  },
};

function Charge({ charge }: { charge: ChargeDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const here = queryString({ charge: charge.id });
  const receipt = charge.documents.find(({ kind }) => kind === 'receipt');
  const findCreditNote = (id: string) => charge.documents.find(({ refund_id }) => refund_id === id);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <GlobalStyles styles={onPaper} />
      <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>
        <Logo />
      </Box>
      <Card sx={{ p: { xs: 2.5, sm: 3.5 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'space-between' }}>
          <Box>
            <Typography variant="h4" component="h2">
              {localized(charge, 'title', locale)}
            </Typography>
            <Typography variant="h3" component="p" sx={{ mt: 1 }}>
              <Money amount={charge.amount_minor} currency={charge.currency} />
            </Typography>
          </Box>
          <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'end', alignContent: 'start' }}>
            <StatusChip noun="charge" status={charge.status} size="medium" />
            {charge.status === 'open' && (
              <LinkButton variant="contained" to={`${paths.pay}${here}`}>
                {t('payments.pay_now')}
              </LinkButton>
            )}
          </Box>
        </Box>
        <Details
          entries={[
            [t('payments.reference'), <CopyText key="r" text={charge.reference} />],
            [t('payments.opened'), <DateText key="o" value={charge.created_at} style="datetime" />],
            charge.status === 'open' && [
              t('payments.due'),
              <DateText key="d" value={charge.due_at} style="datetime" />,
            ],
            charge.paid_at && [
              t('payments.paid_at'),
              <DateText key="p" value={charge.paid_at} style="datetime" />,
            ],
            charge.receipt && [
              t('payments.payer'),
              localized(
                { name_en: charge.receipt.payer_name_en, name_ar: charge.receipt.payer_name_ar },
                'name',
                locale,
              ),
            ],
            charge.receipt?.card_last4 && [
              t('payments.card'),
              <bdi key="c" dir="ltr">
                {charge.receipt.card_brand} •••• {charge.receipt.card_last4}
              </bdi>,
            ],
            receipt && [t('payments.receipt_number'), <CopyText key="n" text={receipt.number} />],
            charge.purchase_order && [
              t('payments.purchase_order'),
              <bdi key="w">{charge.purchase_order}</bdi>,
            ],
            charge.refunded_minor > 0 && [
              t('payments.refunded'),
              <Money key="f" amount={charge.refunded_minor} currency={charge.currency} />,
            ],
          ]}
        />
        <ChargeLines {...charge} />
      </Card>
      <DocumentList documents={charge.documents} />
      {charge.refunds.length > 0 && (
        <History title={t('payments.refunds')}>
          {charge.refunds.map((refund) => (
            <Line
              key={refund.id}
              when={refund.created_at}
              noun="refund"
              status={refund.status}
              note={t(`refund_reason.${refund.reason}`)}
            >
              <Money amount={refund.amount_minor} currency={refund.currency} />
              <CreditNote note={findCreditNote(refund.id)} />
            </Line>
          ))}
        </History>
      )}
      <Box sx={{ '@media print': { display: 'none' } }}>
        <PaymentTimeline chargeId={charge.id} mine />
      </Box>
    </Box>
  );
}

/** The number of a refund's credit note, some seconds after the refund. */
function CreditNote({ note }: { note: ChargeDetail['documents'][number] | undefined }) {
  const { t } = useTranslation();
  if (!note) return null;
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {t('payments.credit_note')} <CopyText text={note.number} />
    </Typography>
  );
}

function History({ title, children }: { title: string; children: ReactNode }) {
  return (
    <TitledCard title={title}>
      <Box sx={{ mt: 1.5 }}>{children}</Box>
    </TitledCard>
  );
}

function Line({
  when,
  noun,
  status,
  note,
  children,
}: {
  when: string;
  noun: StatusNoun;
  status: string;
  note?: string | null;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        py: 1.25,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography sx={{ minWidth: 180 }}>
        <DateText value={when} style="datetime" />
      </Typography>
      <Typography sx={{ fontWeight: 500 }}>{statusText(t, noun, status)}</Typography>
      {children}
      {note && <Typography sx={{ color: 'text.secondary' }}>{note}</Typography>}
    </Box>
  );
}
