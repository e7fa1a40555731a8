import Box from '@mui/material/Box';
import { Trans, useTranslation } from 'react-i18next';
import type { PaymentDetail } from '@/api/payments';
import { Money } from '@/components/Money';
import { History } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { statusText } from '@/lib/statuses';

/** The refunds of a payment. */
export function PaymentRefunds({ refunds }: Pick<PaymentDetail, 'refunds'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('payments.refunds')}>
      <History
        entries={refunds.map((refund) => ({
          id: refund.id,
          text: statusText(t, 'refund', refund.status),
          at: refund.created_at,
          detail: (
            <>
              <Money amount={refund.amount_minor} currency={refund.currency} />
              {refund.requested_by_name_en && (
                <>
                  {' · '}
                  <Trans
                    i18nKey="payments.requested_by"
                    components={{
                      name: <bdi>{localized(refund, 'requested_by_name', locale)}</bdi>,
                    }}
                  />
                </>
              )}
              {refund.bank_reference && (
                <>
                  {' · '}
                  <Trans
                    i18nKey="payments.bank_reference"
                    components={{ reference: <bdi>{refund.bank_reference}</bdi> }}
                  />
                </>
              )}
              {refund.error && (
                <Box component="span" sx={{ display: 'block', color: 'error.main' }}>
                  {t('payments.refund_failure')}: <bdi dir="auto">{refund.error}</bdi>
                </Box>
              )}
            </>
          ),
          reason: refund.note || t(`refund_reason.${refund.reason}`),
        }))}
      />
    </TitledCard>
  );
}
