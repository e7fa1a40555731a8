import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { usePaymentMethodsText } from '@/domain/payments/usePaymentMethods';
import { SeatsLeft } from '@/domain/SeatsLeft';
import { Total } from '@/domain/Total';
import { useLocale } from '@/i18n';
import { formatDate, formatMinutes } from '@/lib/format';
import type { EnrollOffer } from './useOffer';

/** The price and terms of a batch, with the actions below. */
export function EnrollSummary({
  batch,
  eligibility,
  children,
}: EnrollOffer & { children?: ReactNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ways = usePaymentMethodsText();
  const { price_minor, refundable_until } = eligibility;
  const kept = eligibility.batch.kept_percent;
  // Use the enrollment service's seat count; the catalogue receives it a moment later.
  const full = eligibility.seats_left === 0 || eligibility.waiting > 0;
  const availability = full && batch.availability === 'open' ? 'full' : batch.availability;
  const late = refundable_until !== null && Date.parse(refundable_until) <= Date.now();
  return (
    <Card component="section" aria-label={t('enroll.summary')} sx={{ p: 3 }}>
      <Total
        {...eligibility}
        beside={<SeatsLeft batch={{ availability, seats_left: eligibility.seats_left }} />}
      />
      <Divider sx={{ my: 2.5 }} />
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
        <Term name={t('enroll.acceptance')}>
          {t(`enroll.${getAcceptanceText(eligibility.requires_acceptance, full)}`)}
        </Term>
        {price_minor > 0 && (
          <Term name={t('enroll.payment')}>
            {t(
              eligibility.requires_acceptance
                ? 'enroll.payment_after_acceptance'
                : 'enroll.payment_after_enrolling',
              { time: formatMinutes(eligibility.payment_window_minutes, locale), ways },
            )}
          </Term>
        )}
        <Term name={t('enroll.cancellation')}>
          {refundable_until === null && t('enroll.cancel_free')}
          {refundable_until !== null &&
            t(`enroll.${cancellationRule(kept, late)}`, {
              date: formatDate(refundable_until, locale, 'datetime'),
              kept,
            })}
        </Term>
        <Term name={t('enroll.closes')}>
          <DateText value={eligibility.enrollment_closes_at} style="datetime" />
        </Term>
      </Box>
      {children && <Box sx={{ mt: 3, display: 'grid', gap: 1.5 }}>{children}</Box>}
    </Card>
  );
}

/** Returns the refund rule of the batch; the texts are `enroll.<rule>`. */
function cancellationRule(kept: number, late: boolean) {
  if (kept === 0) return 'cancel_whole';
  if (kept === 100) return late ? 'cancel_late' : 'cancel_until';
  return late ? 'cancel_late_part' : 'cancel_until_part';
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {children}
      </Typography>
    </div>
  );
}

function getAcceptanceText(required: boolean, full: boolean) {
  if (required) return 'acceptance_yes';
  return full ? 'acceptance_waiting' : 'acceptance_no';
}
