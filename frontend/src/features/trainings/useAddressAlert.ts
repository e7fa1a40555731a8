import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { TrainingRead } from '@/api/catalog';
import { localized, useLocale } from '@/i18n';
import { runAction } from '@/lib/failures';
import { toast } from '@/lib/toast';
import { useAlerts, useCreateAlert } from './useAlerts';

/** The URL value of an alert for all cities. */
export const ALL_CITIES = 'all';

/** Creates the alert that a visitor requested before sign-in, from the URL. */
export function useAddressAlert(training: TrainingRead | undefined): void {
  const { t } = useTranslation();
  const locale = useLocale();
  const [params, setParams] = useSearchParams();
  const { isCandidate } = useAlerts();
  const create = useCreateAlert();
  const done = useRef(false);
  const city = params.get('alert');

  useEffect(() => {
    if (!training || !city || !isCandidate || done.current) return;
    done.current = true;
    const body = { training_id: training.id, city_id: city === ALL_CITIES ? null : city };
    const title = localized(training, 'title', locale);
    void runAction({
      key: 'address-alert',
      failed: t('alerts.not_set', { title }),
      run: async () => {
        await create.mutateAsync({ body });
        toast.success(t('alerts.set', { title }));
      },
    });
    setParams(
      (current) => {
        current.delete('alert');
        return current;
      },
      { replace: true },
    );
  }, [training, city, isCandidate, locale, create, setParams, t]);
}
