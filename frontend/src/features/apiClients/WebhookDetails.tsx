import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EndpointRead } from '@/api/notifications';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

/** The URL of an endpoint and its event types. */
export function WebhookDetails({ endpoint }: { endpoint: EndpointRead }) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('webhooks.about')}>
      <Details
        entries={[
          [
            t('webhooks.url'),
            <Box component="bdi" key="url" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
              {endpoint.url}
            </Box>,
          ],
          [
            t('webhooks.events_label'),
            <Box component="ul" key="events" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {endpoint.events.map((event) => (
                <li key={event}>{t(`webhooks.events.${event}`)}</li>
              ))}
            </Box>,
          ],
          [t('webhooks.created'), <DateText key="created" value={endpoint.created_at} />],
        ]}
      />
    </TitledCard>
  );
}

/** The state of the secret, which is not shown again. */
export function WebhookSecret({
  endpoint: { previous_ends_at },
  rotating,
}: {
  endpoint: EndpointRead;
  rotating: boolean;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('webhooks.secret')}>
      <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
        {t('webhooks.secret_text')}
      </Typography>
      {rotating && previous_ends_at && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {t('webhooks.overlap', { date: formatDate(previous_ends_at, locale, 'datetime') })}
        </Alert>
      )}
    </TitledCard>
  );
}
