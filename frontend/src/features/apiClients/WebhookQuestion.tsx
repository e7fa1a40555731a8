import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { EndpointIssued, EndpointRead } from '@/api/notifications';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { useDeleteWebhook, useRotateWebhook, useUpdateWebhook } from './queries';
import { getWebhookName } from './webhookForm';

/** Actions on an endpoint besides editing. */
export type WebhookQuestionKind = 'pause' | 'resume' | 'rotate' | 'delete';

interface WebhookQuestionProps {
  endpoint: EndpointRead;
  kind: WebhookQuestionKind;
  onIssued: (issued: EndpointIssued) => void;
  onClose: () => void;
}

/** Confirms an action with its consequences. */
export function WebhookQuestion({ endpoint, kind, onIssued, onClose }: WebhookQuestionProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const update = useUpdateWebhook();
  const rotate = useRotateWebhook();
  const remove = useDeleteWebhook();
  const call = { path: { endpoint_id: endpoint.id } };
  const turn = () => {
    const { url, events, version } = endpoint;
    const body = { url, events, version, active: kind === 'resume' };
    update.mutate({ ...call, body }, { onSuccess: done });
  };
  function done() {
    if (kind !== 'rotate') toast.success(t(`webhooks.done.${kind}`));
    onClose();
  }
  const ask = {
    pause: turn,
    resume: turn,
    rotate: () =>
      rotate.mutate(call, {
        onSuccess: (issued) => {
          done();
          onIssued(issued);
        },
      }),
    delete: () =>
      remove.mutate(call, {
        onSuccess: () => {
          done();
          void navigate(paths.webhooks);
        },
      }),
  };
  const { isPending, error } = { pause: update, resume: update, rotate, delete: remove }[kind];
  return (
    <ConfirmDialog
      open
      title={t(`webhooks.confirm.${kind}.title`, { name: getWebhookName(endpoint) })}
      confirmLabel={t(`webhooks.do.${kind}`)}
      color={kind === 'delete' ? 'error' : 'primary'}
      pending={isPending}
      error={error}
      onConfirm={ask[kind]}
      onClose={onClose}
    >
      {t(`webhooks.confirm.${kind}.text`)}
    </ConfirmDialog>
  );
}
