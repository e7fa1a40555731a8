import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface Series {
  label: string;
  /** One value per group, at least 0. */
  values: readonly number[];
}

interface BarsProps {
  /** Describes the chart to screen readers; the adjacent table has the same figures. */
  label: string;
  /** Group names in reading order. */
  groups: readonly string[];
  series: readonly [Series] | readonly [Series, Series];
  format: (value: number) => string;
  /** The least distance between grid lines, for values without fractions. */
  step?: number;
}

const HEIGHT = 240;
const MAX_LINES = 5;
/** More labels than this overlap on a phone. */
const MAX_LABELS = 6;
/** The share of a group's width that stays empty. */
const GAP = 0.3;
const MAX_BAR_PERCENT = 12;

/** Reserves the chart's place while its figures load. */
export function BarsWait() {
  return <Skeleton variant="rounded" height={HEIGHT + 80} />;
}

/** Renders groups of bars as SVG. Screen readers read the adjacent table instead. */
export function Bars({ label, groups, series, format, step }: BarsProps) {
  const hatch = useId();
  const lines = axisLines(Math.max(0, ...series.flatMap(({ values }) => values)), step);
  const top = lines[0] ?? 1;
  const labelEvery = Math.ceil(groups.length / MAX_LABELS);
  const groupWidth = 100 / groups.length;
  const barWidth = Math.min((groupWidth * (1 - GAP)) / series.length, MAX_BAR_PERCENT);
  return (
    <Box role="img" aria-label={label}>
      {series.length > 1 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2 }}>
          {series.map((each, index) => (
            <Box key={each.label} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <svg width={12} height={12} aria-hidden>
                <Bar series={index} hatch={hatch} width="100%" height="100%" rx={2} />
              </svg>
              <Typography variant="body2">{each.label}</Typography>
            </Box>
          ))}
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          columnGap: 1,
          rowGap: 1,
          // Half of the top line's label is above the line.
          pt: 1,
        }}
      >
        <Box
          sx={{
            height: HEIGHT,
            display: 'flex',
            flexDirection: 'column',
            justifyContent: 'space-between',
          }}
        >
          {lines.map((value) => (
            <Typography key={value} variant="caption" sx={axisLabel}>
              {format(value)}
            </Typography>
          ))}
        </Box>
        <Box
          component="svg"
          width="100%"
          height={HEIGHT}
          aria-hidden
          sx={{ display: 'block', transform: 'scaleX(var(--flip))' }}
        >
          <Box component="g" sx={{ color: 'warning.main' }}>
            <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse">
              <rect width={6} height={6} fill="currentColor" fillOpacity={0.3} />
              <path d="M0 6 6 0" stroke="currentColor" strokeWidth={2} />
            </pattern>
          </Box>
          <Box component="g" sx={{ color: 'divider' }}>
            {lines.map((value) => (
              <line
                key={value}
                x2="100%"
                y1={HEIGHT * (1 - value / top)}
                y2={HEIGHT * (1 - value / top)}
                stroke="currentColor"
              />
            ))}
          </Box>
          {groups.map((group, place) =>
            series.map(({ label: name, values }, index) => {
              const value = values[place] ?? 0;
              const height = (HEIGHT * value) / top;
              const start = groupWidth * (place + 0.5) + barWidth * (index - series.length / 2);
              return (
                <Bar
                  // Two groups may have the same name.
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their places.
                  key={`${place} ${name}`}
                  series={index}
                  hatch={hatch}
                  x={`${start}%`}
                  y={HEIGHT - height}
                  width={`${barWidth}%`}
                  height={height}
                  rx={2}
                  title={`${group} · ${name}: ${format(value)}`}
                />
              );
            }),
          )}
        </Box>
        <Box
          sx={{
            gridColumn: 2,
            display: 'grid',
            gridTemplateColumns: `repeat(${groups.length}, minmax(0, 1fr))`,
          }}
        >
          {groups.map(
            (group, place) =>
              place % labelEvery === 0 && (
                <Typography
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their places.
                  key={place}
                  variant="caption"
                  sx={{
                    gridColumn: `${place + 1} / span ${Math.min(labelEvery, groups.length - place)}`,
                    textAlign: labelEvery === 1 ? 'center' : 'start',
                    overflowWrap: 'anywhere',
                    px: 0.5,
                  }}
                >
                  {group}
                </Typography>
              ),
          )}
        </Box>
      </Box>
    </Box>
  );
}

const axisLabel = {
  height: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'end',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
};

interface BarProps {
  /** 0 is plain, 1 is hatched: the two differ in print and to the colour-blind, too. */
  series: number;
  hatch: string;
  x?: string;
  y?: number;
  width: string;
  height: number | string;
  rx: number;
  /** Shown on hover. */
  title?: string;
}

function Bar({ series, hatch, title, ...place }: BarProps) {
  return (
    <Box component="g" sx={{ color: 'primary.main' }}>
      <rect {...place} fill={series === 0 ? 'currentColor' : `url(#${hatch})`}>
        {title && <title>{title}</title>}
      </rect>
    </Box>
  );
}

/** Returns the values of the grid lines from the top one, at or above `max`, down to 0. */
function axisLines(max: number, minStep = 0): number[] {
  const least = Math.max(max / MAX_LINES, minStep) || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => (count - index) * step);
}
