import { Trans } from 'react-i18next';
import { formatClock, useCountdown } from '@/lib/useCountdown';
import { FailureAlert } from './FailureAlert';

/** Shows a countdown until the rate limit of attempts ends. */
export function TryAgainIn({ until }: { until: number | null }) {
  const left = useCountdown(until);
  if (left === 0) return null;
  // Announced once, not every second.
  const clock = (
    <bdi dir="ltr" aria-live="off">
      {formatClock(left)}
    </bdi>
  );
  return (
    <FailureAlert failure={until} severity="warning">
      <Trans i18nKey="auth.locked" components={{ clock }} />
    </FailureAlert>
  );
}
