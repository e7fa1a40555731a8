import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { zDelegationCreate } from '@/api/approvals/zod.gen';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { DateInput } from '@/components/form/DateInput';
import { FormDialog } from '@/components/form/FormDialog';
import { fieldGrid } from '@/components/form/fieldGrid';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { useContentTypes } from '@/domain/site/contentTypes';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { getRiyadhDay } from '@/lib/riyadh';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { adminsQuery, useDelegate } from './queries';

/** Creates a delegation: the absence and the delegate. */
export function AwayDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { user } = useSession();
  const { data } = useQuery(adminsQuery);
  const delegate = useDelegate();
  const today = getRiyadhDay(new Date().toISOString());
  const form = useZodForm(zDelegationCreate, {
    delegate_id: '',
    content_types: [],
    first_day: today,
    last_day: '',
  });
  return (
    <FormDialog
      form={form}
      title={t('delegations.away')}
      text={t('delegations.away_text')}
      saveLabel={t('delegations.save')}
      onSave={async (body) => {
        await delegate.mutateAsync({ body });
        toast.success(t('delegations.saved'));
      }}
      onClose={onClose}
    >
      <Box sx={fieldGrid}>
        <DateInput
          control={form.control}
          name="first_day"
          label={t('delegations.first_day')}
          min={today}
          required
        />
        <DateInput
          control={form.control}
          name="last_day"
          label={t('delegations.last_day')}
          min={form.watch('first_day') || today}
          required
        />
      </Box>
      <AutocompleteInput
        control={form.control}
        name="delegate_id"
        label={t('delegations.delegate')}
        hint={t('delegations.delegate_hint')}
        options={(data?.data ?? [])
          .filter(({ user_id }) => user_id !== user?.id)
          .map((admin) => ({ value: admin.user_id, label: localized(admin, 'name', locale) }))}
        required
      />
      <MultiSelectInput
        control={form.control}
        name="content_types"
        label={t('delegations.content_types')}
        hint={t('delegations.content_types_hint')}
        options={useContentTypes()}
      />
    </FormDialog>
  );
}
