import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { BarsProps } from './Bars';

/** Room for amounts at the side. */
const SIDE = 88;

/** See `Bars`. */
export default function BarsChart({
  label,
  groups,
  series,
  format,
  step,
  height,
}: BarsProps & { height: number }) {
  const { direction, palette } = useTheme();
  const rtl = direction === 'rtl';
  return (
    <Box role="img" aria-label={label}>
      <BarChart
        aria-hidden
        height={height}
        colors={[palette.primary.main, palette.warning.main, palette.info.main]}
        grid={{ horizontal: true }}
        borderRadius={4}
        hideLegend={series.length === 1}
        // Figures do not move, and who asks for less motion gets the same.
        skipAnimation
        margin={{ left: 8, right: 8 }}
        xAxis={[
          {
            // By their places, since two may have the same name.
            data: groups.map((_, place) => place),
            valueFormatter: (place: number) => groups[place] ?? '',
            scaleType: 'band',
            reverse: rtl,
            height: 32,
            // A few bars stay bars.
            categoryGapRatio: Math.max(0.3, 1 - groups.length * 0.15),
          },
        ]}
        yAxis={[
          {
            position: rtl ? 'right' : 'left',
            width: SIDE,
            min: 0,
            valueFormatter: format,
            ...(step && { tickMinStep: step }),
          },
        ]}
        series={series.map(({ label: name, values }) => ({
          label: name,
          data: [...values],
          valueFormatter: (value) => (value === null ? '' : format(value)),
        }))}
      />
    </Box>
  );
}
