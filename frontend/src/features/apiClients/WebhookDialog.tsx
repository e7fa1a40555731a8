import { useTranslation } from 'react-i18next';
import type { EndpointIssued, EndpointRead } from '@/api/notifications';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useCreateWebhook, useUpdateWebhook } from './queries';
import { events, schema, toFormValues } from './webhookForm';

interface WebhookDialogProps {
  endpoint?: EndpointRead;
  onIssued: (issued: EndpointIssued) => void;
  onClose: () => void;
}

/** Creates an endpoint, whose secret is shown next, or edits one. */
export function WebhookDialog({ endpoint, onIssued, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const create = useCreateWebhook();
  const update = useUpdateWebhook();
  const form = useZodForm(schema, toFormValues(endpoint));
  return (
    <FormDialog
      form={form}
      title={t(endpoint ? 'webhooks.edit' : 'webhooks.add')}
      text={t(endpoint ? 'webhooks.edit_text' : 'webhooks.add_text')}
      saveLabel={t(endpoint ? 'common.save' : 'webhooks.add')}
      onSave={async (values) => {
        if (endpoint) {
          const { id, active, version } = endpoint;
          const body = { ...values, active, version };
          await update.mutateAsync({ path: { endpoint_id: id }, body });
          toast.success(t('common.saved'));
        } else {
          onIssued(await create.mutateAsync({ body: values }));
        }
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="url"
        label={t('webhooks.url')}
        hint={t('webhooks.url_hint')}
        type="url"
        ltr
        required
      />
      <MultiSelectInput
        control={form.control}
        name="events"
        label={t('webhooks.events_label')}
        options={events.map((value) => ({ value, label: t(`webhooks.events.${value}`) }))}
        required
      />
    </FormDialog>
  );
}
