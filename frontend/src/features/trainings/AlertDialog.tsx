import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AlertRead, CityRead, TrainingSummary } from '@/api/catalog';
import { listCitiesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { localized, useLocale } from '@/i18n';
import { withRedirect } from '@/lib/access';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { AlertList } from './AlertList';
import { ALL_CITIES } from './useAddressAlert';
import { useAlerts, useCreateAlert } from './useAlerts';

const schema = z.object({ city: z.nullable(z.object({ id: z.string() })) });

interface AlertDialogProps {
  training: Pick<TrainingSummary, 'id' | 'title_en' | 'title_ar'>;
  /** The existing alerts for this training. */
  alerts: readonly AlertRead[];
  onClose: () => void;
}

/**
 * Selects the city of an alert for new dates. Visitors sign in first; the alert is created when
 * they return.
 */
export default function AlertDialog({ training, alerts, onClose }: AlertDialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { isCandidate } = useAlerts();
  const create = useCreateAlert();
  const form = useZodForm(schema, { city: null });
  const title = localized(training, 'title', locale);
  return (
    <FormDialog
      form={form}
      title={t('alerts.title')}
      text={t('alerts.text', { title })}
      saveLabel={t(isCandidate ? 'alerts.save' : 'alerts.sign_in')}
      onSave={async ({ city }) => {
        if (!isCandidate) {
          const back = href(paths.training, { id: training.id }, { alert: city?.id ?? ALL_CITIES });
          return navigate(withRedirect(paths.signIn, back));
        }
        const body = { training_id: training.id, city_id: city?.id ?? null };
        await create.mutateAsync({ body });
        toast.success(t('alerts.set', { title }));
      }}
      onClose={onClose}
    >
      <AlertList alerts={alerts} />
      <SearchSelectInput
        control={form.control}
        name="city"
        label={t('alerts.city')}
        hint={t('alerts.city_hint')}
        source={{
          find: (name) => listCitiesOptions({ query: { name: name || undefined } }),
          label: (city: CityRead) => localized(city, 'name', locale),
        }}
      />
    </FormDialog>
  );
}
