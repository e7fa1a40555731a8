import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { LinkButton } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { BuySeatsDialog } from './BuySeatsDialog';
import { purchasesQuery } from './queries';

/** The purchased seats of a batch without names, with a button to buy more. */
export function BoughtSeatsCard({ batch }: { batch: BatchRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isAdmin = useSession().profile?.type === 'admin';
  const [buying, setBuying] = useState(false);
  const { data, error, refetch } = useQuery(purchasesQuery(batch.id));
  if (batch.price_minor === 0) return null;
  return (
    <TitledCard
      title={t('bulk_enrollments.bought.title')}
      lead={t('bulk_enrollments.bought.lead')}
      action={
        batch.availability === 'open' && (
          <Button variant="outlined" onClick={() => setBuying(true)}>
            {t('bulk_enrollments.bought.buy')}
          </Button>
        )
      }
    >
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {data?.data.map((bulk) => (
          <Box
            component="li"
            key={bulk.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 2,
              rowGap: 0.5,
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>
                {t('bulk_enrollments.seats', { count: bulk.bought_seats })} ·{' '}
                {t('bulk_enrollments.bought.free', { count: bulk.free_seats })}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                <DateText value={bulk.created_at} /> ·{' '}
                <Money amount={bulk.amount_minor} currency={bulk.currency} />
                {isAdmin && ` · ${localized(bulk, 'organization_name', locale)}`}
              </Typography>
            </Box>
            <StatusChip noun="bulk_enrollment" status={bulk.status} />
            <LinkButton
              size="small"
              to={href(paths.batchBulkEnroll, { uuid: batch.id }, { id: bulk.id })}
            >
              {t('bulk_enrollments.bought.open')}
            </LinkButton>
          </Box>
        ))}
      </Box>
      {data && data.data.length === 0 && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {t('bulk_enrollments.bought.none')}
        </Typography>
      )}
      {buying && <BuySeatsDialog batch={batch} onClose={() => setBuying(false)} />}
    </TitledCard>
  );
}
