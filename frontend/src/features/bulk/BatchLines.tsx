import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BulkBatch, BulkEnrollmentDetail } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { localized, useLocale } from '@/i18n';
import { fitting } from './quote';

/** What a file comes to in each batch: how many fit, and what their seats cost. */
export function BatchLines({ bulk: { batches } }: { bulk: BulkEnrollmentDetail }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {batches.map((batch) => (
        <Line key={batch.id} batch={batch} />
      ))}
    </Box>
  );
}

function Line({ batch }: { batch: BulkBatch }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const fit = fitting(batch);
  const others = batch.rows - fit;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        columnGap: 3,
        rowGap: 0.5,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{localized(batch, 'title', locale)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <bdi dir="ltr">{batch.code}</bdi> · <DateText value={batch.starts_at} />
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'end' }}>
        <Typography>
          {t('bulk_enrollments.seats', { count: fit })} ×{' '}
          <Money amount={batch.price_minor} currency={batch.currency} />
          {' = '}
          <Money amount={fit * batch.price_minor} currency={batch.currency} />
        </Typography>
        {others > 0 && (
          <Typography variant="body2" sx={{ color: 'warning.main' }}>
            {t(
              batch.waiting_list ? 'bulk_enrollments.would_wait' : 'bulk_enrollments.without_seat',
              { count: others },
            )}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
