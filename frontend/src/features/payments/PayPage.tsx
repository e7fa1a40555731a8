import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ChargeRead } from '@/api/payments';
import { listWaysOptions } from '@/api/payments/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { CopyText } from '@/components/record/CopyText';
import { PayCharge } from '@/domain/payments/PayCharge';
import { useOpenCharges } from '@/domain/payments/useOpenCharges';
import { localized, useLocale } from '@/i18n';
import { redirectTarget } from '@/lib/access';
import { paths } from '@/routes/paths';
import { ChargeLines } from './ChargeLines';
import { hasApplePay } from './hasApplePay';

/** The open charges with their payment methods. */
export default function PayPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { charges, feeDue } = useOpenCharges();
  const due = charges.data?.data ?? [];
  const shown = selectCharges(due, params.get('charge'), feeDue);

  return (
    <PageContainer title={t('routes.pay')} subtitle={t('pay.lead')} width="md">
      {charges.error && <ErrorAlert error={charges.error} onRetry={() => void charges.refetch()} />}
      {charges.isPending && <Skeleton variant="rounded" height={200} sx={{ borderRadius: 4 }} />}
      {charges.data && shown.length > 0 && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {feeDue && <Alert severity="info">{t('pay.registration_hint')}</Alert>}
          {shown.map((charge) => (
            <DueCharge key={charge.id} charge={charge} redirect={params.get('redirect')} />
          ))}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('pay.safe')}
          </Typography>
        </Box>
      )}
      {charges.data && shown.length === 0 && feeDue && (
        <EmptyState title={t('pay.preparing')} description={t('pay.preparing_hint')} />
      )}
      {charges.data && shown.length === 0 && !feeDue && (
        <EmptyState
          icon={<DoneIcon />}
          title={t('pay.nothing_due')}
          description={t('pay.nothing_due_hint')}
          action={
            <LinkButton variant="contained" to={redirectTarget(params, paths.home)}>
              {t('pay.continue')}
            </LinkButton>
          }
        />
      )}
    </PageContainer>
  );
}

/** Returns the charges to pay: the selected one or all; an open fee comes first. */
function selectCharges(due: ChargeRead[], chosen: string | null, feeDue: boolean): ChargeRead[] {
  const one = due.filter((charge) => charge.id === chosen);
  return chosen === null || (feeDue && one.length === 0) ? due : one;
}

function DueCharge({ charge, redirect }: { charge: ChargeRead; redirect: string | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Card sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`charge_purpose.${charge.purpose}`)} · <CopyText text={charge.reference} />
      </Typography>
      <Typography variant="h4" component="h2" sx={{ mt: 0.5 }}>
        {localized(charge, 'title', locale)}
      </Typography>
      {charge.due_at && (
        <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary' }}>
          <Trans
            i18nKey="pay.due_by"
            components={{ date: <DateText value={charge.due_at} style="datetime" /> }}
          />
        </Typography>
      )}
      {charge.purchase_order && (
        <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary' }}>
          {t('payments.purchase_order')}: <bdi>{charge.purchase_order}</bdi>
        </Typography>
      )}
      <ChargeLines {...charge} />
      <Pay charge={charge} redirect={redirect} />
    </Card>
  );
}

function Pay(props: { charge: ChargeRead; redirect: string | null }) {
  const ways = useQuery(listWaysOptions({ path: { charge_id: props.charge.id } }));
  if (ways.isPending) return <Skeleton variant="rounded" height={48} sx={{ mt: 3 }} />;
  // Every charge can be paid by card, so a failed request for methods does not prevent payment.
  const offered = ways.data?.filter(({ way }) => way !== 'apple_pay' || hasApplePay());
  return <PayCharge {...props} ways={offered} />;
}
