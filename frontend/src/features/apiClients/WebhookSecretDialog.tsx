import { useTranslation } from 'react-i18next';
import type { EndpointIssued } from '@/api/notifications';
import { SecretDialog } from './SecretDialog';
import { getWebhookName } from './webhookForm';

interface WebhookSecretDialogProps {
  issued: EndpointIssued;
  onClose: () => void;
}

/** Shows an endpoint's secret once. */
export function WebhookSecretDialog({ issued, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      title={t('webhooks.secret_title', { name: getWebhookName(issued) })}
      warning={t('webhooks.secret_once')}
      values={[[t('webhooks.secret'), issued.secret]]}
      onClose={onClose}
    />
  );
}
