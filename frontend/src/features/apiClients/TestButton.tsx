import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { href, paths } from '@/routes/paths';
import { useTestWebhook } from './queries';

/** Sends a test message and opens its delivery. */
export function TestButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const test = useTestWebhook();
  const send = () =>
    test.mutate(
      { path: { endpoint_id: id } },
      {
        onSuccess: (delivery) =>
          void navigate(href(paths.webhookDelivery, { id, deliveryId: delivery.id })),
      },
    );
  return (
    <FailureBeside of={test} onRetry={send}>
      <Button variant="contained" loading={test.isPending} onClick={send}>
        {t('webhooks.do.test')}
      </Button>
    </FailureBeside>
  );
}
