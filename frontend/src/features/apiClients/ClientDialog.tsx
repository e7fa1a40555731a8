import { useTranslation } from 'react-i18next';
import type { PartnerClientIssued, PartnerClientRead } from '@/api/identity';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { DateInput } from '@/components/form/DateInput';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { firstDay, lastDay, schema, toFormValues, toRequestBody } from './clientForm';
import { NetworksInput } from './NetworksInput';
import { useCreateClient, usePermissionOptions, useUpdateClient } from './queries';

interface ClientDialogProps {
  client?: PartnerClientRead;
  onIssued: (issued: PartnerClientIssued) => void;
  onClose: () => void;
}

/** Creates a client, whose secret is shown next, or edits one. */
export function ClientDialog({ client, onIssued, onClose }: ClientDialogProps) {
  const { t } = useTranslation();
  const create = useCreateClient();
  const update = useUpdateClient();
  const form = useZodForm(schema, toFormValues(client));
  return (
    <FormDialog
      form={form}
      title={t(client ? 'partners.edit' : 'partners.add')}
      text={t(client ? 'partners.edit_text' : 'partners.add_text')}
      saveLabel={t(client ? 'common.save' : 'partners.add')}
      onSave={async (values) => {
        if (client) {
          const { test: _, ...rest } = toRequestBody(values);
          const body = { ...rest, version: client.version };
          await update.mutateAsync({ path: { client_id: client.id }, body });
          toast.success(t('common.saved'));
        } else {
          onIssued(await create.mutateAsync({ body: toRequestBody(values) }));
        }
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="name"
        label={t('partners.name')}
        hint={t('partners.name_hint')}
        required
      />
      <MultiSelectInput
        control={form.control}
        name="permissions"
        label={t('partners.may')}
        options={usePermissionOptions()}
        required
      />
      {!client && (
        <CheckboxInput
          control={form.control}
          name="test"
          label={t('partners.test')}
          hint={t('partners.test_hint')}
        />
      )}
      <NetworksInput
        control={form.control}
        label={t('partners.networks')}
        hint={t('partners.networks_hint')}
      />
      <DateInput
        control={form.control}
        name="expires_at"
        label={t('partners.last_day')}
        hint={t('partners.last_day_hint')}
        min={firstDay()}
        max={lastDay()}
        required
      />
    </FormDialog>
  );
}
