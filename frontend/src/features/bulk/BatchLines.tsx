import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { BulkBatch, BulkEnrollmentDetail, BulkLine } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { localized, useLocale } from '@/i18n';
import { countFilled, countSeated, getCurrency } from './quote';

/** The cost of a file: seats and price for each batch, then the fees. */
export function BatchLines({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const lines = bulk.quote?.lines ?? [];
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {bulk.batches.map((batch) => (
        <Batch key={batch.id} batch={batch} line={lines.find(({ code }) => code === batch.code)} />
      ))}
      {lines
        .filter(({ code }) => code === '')
        .map((line) => (
          <Fees key={line.title_en} line={line} currency={getCurrency(bulk)} />
        ))}
    </Box>
  );
}

function Batch({ batch, line }: { batch: BulkBatch; line?: BulkLine }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const fit = countSeated(batch);
  const others = batch.rows - fit;
  const bought = countFilled(batch);
  const seats = line?.quantity ?? fit - bought;
  return (
    <Box component="li" sx={item}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{localized(batch, 'title', locale)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <bdi dir="ltr">{batch.code}</bdi> · <DateText value={batch.starts_at} />
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'end' }}>
        {bought > 0 && (
          <Typography>{t('bulk_enrollments.bought.used', { count: bought })}</Typography>
        )}
        {(seats > 0 || bought === 0) && (
          <Price
            count={t('bulk_enrollments.seats', { count: seats })}
            unit={line?.unit_minor ?? batch.price_minor}
            quantity={seats}
            currency={batch.currency}
          />
        )}
        {line && line.unit_minor < batch.price_minor && (
          <Typography variant="body2" sx={{ color: 'success.main' }}>
            <Trans
              i18nKey="bulk_enrollments.volume_price"
              components={{ price: <Money amount={batch.price_minor} currency={batch.currency} /> }}
            />
          </Typography>
        )}
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

function Fees({ line, currency }: { line: BulkLine; currency: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box component="li" sx={item}>
      <Typography sx={{ flex: '1 1 260px', minWidth: 0, fontWeight: 600 }}>
        {localized(line, 'title', locale)}
      </Typography>
      <Price
        count={t('bulk_enrollments.new_people', { count: line.quantity })}
        unit={line.unit_minor}
        quantity={line.quantity}
        currency={currency}
      />
    </Box>
  );
}

interface PriceProps {
  count: string;
  unit: number;
  quantity: number;
  currency: string;
}

function Price({ count, unit, quantity, currency }: PriceProps) {
  return (
    <Typography sx={{ textAlign: 'end' }}>
      {count} × <Money amount={unit} currency={currency} />
      {' = '}
      <Money amount={quantity * unit} currency={currency} />
    </Typography>
  );
}

const item = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 3,
  rowGap: 0.5,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
