import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '@/components/Money';
import { useLocale } from '@/i18n';
import { formatPercent } from '@/lib/format';
import { useSession } from '@/lib/session';
import { usePaymentMethodsText } from './payments/usePaymentMethods';
import { useSiteData } from './site';
import { vatPercent } from './vat';

interface Price {
  price_minor: number;
  currency: string;
}

/** The registration fee of a candidate in minor units; undefined if it is paid. */
function useOwedFee(): number {
  const { user, profile } = useSession();
  const { settings } = useSiteData();
  const owes = !user || (profile?.type === 'candidate' && !profile.paid);
  return owes ? (settings?.registration_fees.candidate_minor ?? 0) : 0;
}

/** The total for a seat: its price plus the registration fee of a new account. */
export function Total({ price_minor, currency, beside }: Price & { beside?: ReactNode }) {
  const { t } = useTranslation();
  const fee = useOwedFee();
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="h3" component="p">
          <PriceText price_minor={price_minor} currency={currency} />
        </Typography>
        {beside}
      </Box>
      {fee > 0 && (
        <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gap: 0.5 }}>
          <Row name={t('total.fee')}>
            <Money amount={fee} currency={currency} />
          </Row>
          <Row name={t('total.total')} strong>
            <Money amount={price_minor + fee} currency={currency} />
          </Row>
        </Box>
      )}
      {price_minor + fee > 0 && <PaymentTerms />}
    </>
  );
}

/** The registration fee of a new account, without a seat. */
export function AccountFee({ type }: { type: 'candidate' | 'organization' }) {
  const { t } = useTranslation();
  const fees = useSiteData().settings?.registration_fees;
  const fee = fees?.[`${type}_minor`] ?? 0;
  if (!fees || fee === 0) return null;
  return (
    <>
      <Box component="dl" sx={{ m: 0 }}>
        <Row name={t('total.fee')} strong>
          <Money amount={fee} currency={fees.currency} />
        </Row>
      </Box>
      <PaymentTerms />
    </>
  );
}

/** The short form for narrow places. */
export function TotalNote({ price_minor, currency }: Price) {
  const { t } = useTranslation();
  const fee = useOwedFee();
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        <PriceText price_minor={price_minor + fee} currency={currency} />
      </Typography>
      {fee > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('total.with_fee')}
        </Typography>
      )}
    </>
  );
}

/** The VAT and the payment methods, below unpaid amounts. */
export function PaymentTerms() {
  const { t } = useTranslation();
  const locale = useLocale();
  const ways = usePaymentMethodsText();
  const settings = useSiteData().settings;
  if (!settings?.payment) return null;
  const rate = vatPercent(settings);
  const percent = formatPercent(rate, locale);
  const rule = settings.payment.vat_included ? 'vat_included' : 'vat_excluded';
  return (
    <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
      {rate > 0 && `${t(`total.${rule}`, { percent })} `}
      {t('total.you_pay', { ways })}
    </Typography>
  );
}

function PriceText({ price_minor, currency }: Price) {
  const { t } = useTranslation();
  return price_minor === 0 ? (
    t('batch_card.free')
  ) : (
    <Money amount={price_minor} currency={currency} />
  );
}

function Row({
  name,
  strong = false,
  children,
}: {
  name: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        color: strong ? 'text.primary' : 'text.secondary',
        fontWeight: strong ? 600 : 400,
      }}
    >
      <dt>{name}</dt>
      <Box component="dd" sx={{ m: 0 }}>
        {children}
      </Box>
    </Box>
  );
}
