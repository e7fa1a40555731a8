import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '@/components/list/ListPanel';
import { Money } from '@/components/Money';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { payments } from './lists';
import { getShownStatus } from './shownStatus';

const MAX_SHOWN = 5;
const REFRESH_MS = 60_000;

/** The latest payments; with `underReview` those to review, or nothing. */
export function PaymentsPanel({ underReview = false }: { underReview?: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const query = useQuery({
    ...payments.query({
      page_size: MAX_SHOWN,
      sort: underReview ? 'created_at' : '-created_at',
      ...(underReview && { status: ['under_review'] }),
    }),
    refetchInterval: REFRESH_MS,
  });
  if (underReview && !query.data?.meta.total) return null;
  return (
    <ListPanel
      title={t(underReview ? 'dashboard.under_review' : 'dashboard.payments')}
      to={href(paths.payments, {}, underReview ? { status: 'under_review' } : {})}
      query={query}
      empty={t('payments.desk_none')}
      rowHref={({ id }) => href(paths.payment, { id })}
      renderRow={(payment) => ({
        title: localized(payment, 'payer_name', locale) || payment.payer_email || '–',
        text: localized(payment, 'title', locale),
        end: (
          <Box
            sx={{
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              alignItems: { xs: 'end', sm: 'center' },
              columnGap: 1.5,
            }}
          >
            <Money amount={payment.amount_minor} currency={payment.currency} />
            <StatusChip noun="payment" status={getShownStatus(payment)} />
          </Box>
        ),
      })}
    />
  );
}
