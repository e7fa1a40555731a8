import { useTranslation } from 'react-i18next';
import { asClock, useCountdown } from '@/lib/useCountdown';
import { FailureAlert } from './FailureAlert';

/** Says that there were too many attempts and when the next one is taken; gone when it is. */
export function TryAgainIn({ until }: { until: number | null }) {
  const { t } = useTranslation();
  const left = useCountdown(until);
  if (left === 0) return null;
  return (
    <FailureAlert failure={until} severity="warning">
      {t('auth.locked')} {t('auth.try_again_in')} {/* Spoken once, not every second. */}
      <bdi dir="ltr" aria-live="off">
        {asClock(left)}
      </bdi>
    </FailureAlert>
  );
}
