import CardIcon from '@mui/icons-material/CreditCardOutlined';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ChargeRead } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { CopyText } from '@/components/record/CopyText';
import { localized, useLocale } from '@/i18n';
import { redirectTarget } from '@/lib/access';
import { recheckUser, useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { ChargeLines } from './ChargeLines';
import { ownCharges } from './lists';
import { useStartPayment } from './queries';

const POLL_MS = 2000;
// Nothing is awaited, but it may be paid in another window.
const IDLE_MS = 15_000;
const PAYS_REGISTRATION = ['organization', 'staff', 'candidate'];

/** What is due, and the way to the card page. */
export default function PayPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { profile } = useSession();
  const feeDue = profile !== null && PAYS_REGISTRATION.includes(profile.type) && !profile.paid;
  const charges = useQuery({
    ...ownCharges.query({ status: ['open'], page_size: 50 }),
    // A fee is written down a moment after the profile, and what was paid settles by itself.
    refetchInterval: ({ state }) => (feeDue && !state.data?.data.length ? POLL_MS : IDLE_MS),
    refetchOnWindowFocus: 'always',
  });
  const due = charges.data?.data ?? [];
  const shown = shownOf(due, params.get('charge'), feeDue);

  const settling = feeDue && charges.data !== undefined && due.length === 0;

  useEffect(() => {
    // The fee is not written down yet, or was settled meanwhile; identity hears of that a moment
    // later, and the guards let pass once the session knows.
    if (!settling) return;
    void recheckUser();
    const poll = setInterval(() => void recheckUser(), POLL_MS);
    return () => clearInterval(poll);
  }, [settling]);

  return (
    <PageContainer title={t('routes.pay')} subtitle={t('pay.lead')} width="md">
      {charges.error && <ErrorAlert error={charges.error} onRetry={() => void charges.refetch()} />}
      {charges.isPending && <Skeleton variant="rounded" height={200} sx={{ borderRadius: 4 }} />}
      {charges.data && shown.length > 0 && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {feeDue && <Alert severity="info">{t('pay.registration_hint')}</Alert>}
          {shown.map((charge) => (
            <Due key={charge.id} charge={charge} redirect={params.get('redirect')} />
          ))}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('pay.whole')} {t('pay.safe')}
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

/** What is to be paid here: what was chosen, or all of it. The fee comes before anything else. */
function shownOf(due: ChargeRead[], chosen: string | null, feeDue: boolean): ChargeRead[] {
  const one = due.filter((charge) => charge.id === chosen);
  return chosen === null || (feeDue && one.length === 0) ? due : one;
}

function Due({ charge, redirect }: { charge: ChargeRead; redirect: string | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const start = useStartPayment(redirect);
  // The browser is already on its way to the card page after a success.
  const leaving = start.isPending || start.isSuccess;
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
          {t('pay.due_by')} <DateText value={charge.due_at} style="datetime" />
        </Typography>
      )}
      {charge.purchase_order && (
        <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary' }}>
          {t('payments.purchase_order')}: <bdi>{charge.purchase_order}</bdi>
        </Typography>
      )}
      <ChargeLines {...charge} />
      <Box
        sx={{
          mt: 3,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography variant="h3" component="p">
          <Money amount={charge.amount_minor} currency={charge.currency} />
        </Typography>
        <Button
          variant="contained"
          size="large"
          startIcon={<CardIcon />}
          loading={leaving}
          loadingPosition="start"
          onClick={() => start.mutate({ path: { charge_id: charge.id } })}
        >
          {t('pay.by_card')}
        </Button>
      </Box>
      {start.error && (
        <Box sx={{ mt: 2 }}>
          <ErrorAlert error={start.error} />
        </Box>
      )}
    </Card>
  );
}
