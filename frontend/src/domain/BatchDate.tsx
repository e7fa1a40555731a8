import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import type { DateStyle } from '@/lib/format';
import { isRiyadhTime } from '@/lib/riyadh';
import { type Placed, zoneOfBatch } from './batchTimes';

interface BatchDateProps {
  batch: Placed | null | undefined;
  value: string | null | undefined;
  style?: DateStyle;
}

/** A date of a batch by the venue's clock, or online by the reader's; which one is said where they differ. */
export function BatchDate({ batch, value, style }: BatchDateProps) {
  const { t } = useTranslation();
  if (!batch || !value) return <DateText value={null} />;
  const zone = zoneOfBatch(batch);
  const date = <DateText value={value} style={style} zone={zone} />;
  if (isRiyadhTime(value)) return date;
  return (
    // A box of its own: in a table's cell the two would stand side by side.
    <Box component="span" sx={{ display: 'inline-block' }}>
      {date}
      <Box component="small" sx={{ display: 'block', color: 'text.secondary' }}>
        {t(zone ? 'batch_page.saudi_time' : 'batch_page.own_time')}
      </Box>
    </Box>
  );
}

/** How a column of batches shows their dates. */
export const showBatchDate = (value: string | null | undefined, batch: Placed) => (
  <BatchDate batch={batch} value={value} />
);
