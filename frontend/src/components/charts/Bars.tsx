import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';

export interface BarsProps {
  /** What the chart shows, for those who hear it; the same figures stand in a table beside it. */
  label: string;
  /** Below each group of bars, in the order of reading. */
  groups: readonly string[];
  /** One bar of each stands in every group. */
  series: readonly { label: string; values: readonly number[] }[];
  format: (value: number) => string;
  /** The least distance of two lines at the side, where what is counted has no parts. */
  step?: number;
}

const HEIGHT = 320;

// The charts are larger than any page; they come where one is shown.
const BarsChart = lazy(() => import('./BarsChart'));

/** The place of bars whose figures are being asked for. */
export function BarsWait() {
  return <Skeleton variant="rounded" height={HEIGHT} />;
}

/** Figures as bars. It only shows at a glance what a table says: who cannot see it misses nothing. */
export function Bars(props: BarsProps) {
  return (
    <Suspense fallback={<BarsWait />}>
      <BarsChart {...props} height={HEIGHT} />
    </Suspense>
  );
}
