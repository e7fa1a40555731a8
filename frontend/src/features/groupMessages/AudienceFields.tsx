import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { zProfileType } from '@/api/notifications/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useBatchFilter } from '@/domain/useBatchFilter';
import { useOrganizationSource } from '@/domain/useOrganizationFilter';
import type { Any } from '@/lib/any';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { type MessageInput, toAudience, written } from './messageForm';
import { countQuery } from './queries';
import { useStableValue } from './useStableValue';

type MessageFormState = UseFormReturn<MessageInput, unknown, Any>;

/** The recipients of a message and their current number. */
export function AudienceFields({ form }: { form: MessageFormState }) {
  const { t } = useTranslation();
  const { control, setValue } = form;
  const to = useWatch({ control, name: 'to' });
  const isAdmin = useSession().profile?.type === 'admin';
  return (
    <TitledCard title={t('group_messages.to')}>
      <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
        {isAdmin && (
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={t('group_messages.to')}
            value={to}
            onChange={(_, chosen: MessageInput['to'] | null) =>
              chosen && setValue('to', chosen, { shouldDirty: true })
            }
          >
            <ToggleButton value="people">{t('group_messages.group')}</ToggleButton>
            <ToggleButton value="batch">{t('group_messages.of_batch')}</ToggleButton>
          </ToggleButtonGroup>
        )}
        {to === 'batch' ? <OfBatch form={form} /> : <Group form={form} />}
        <Count form={form} />
      </Box>
    </TitledCard>
  );
}

function OfBatch({ form: { control } }: { form: MessageFormState }) {
  const { t } = useTranslation();
  const { source } = useBatchFilter();
  return (
    <>
      <SearchSelectInput
        control={control}
        name="batch"
        label={t('enrollments.batch')}
        source={source}
        required
      />
      <MultiSelectInput
        control={control}
        name="statuses"
        label={t('group_messages.statuses')}
        hint={t('group_messages.statuses_hint')}
        options={toOptions(written, (of) => statusText(t, 'enrollment', of))}
        required
      />
    </>
  );
}

function Group({ form: { control } }: { form: MessageFormState }) {
  const { t } = useTranslation();
  return (
    <>
      <MultiSelectInput
        control={control}
        name="profile_types"
        label={t('group_messages.profile_types')}
        options={toOptions(zProfileType.options, (of) => t(`common.profile_type.${of}`))}
        required
      />
      <SearchSelectInput
        control={control}
        name="organization"
        label={t('common.organization')}
        hint={t('group_messages.organization_hint')}
        source={useOrganizationSource()}
      />
      <SelectInput
        control={control}
        name="language"
        label={t('group_messages.language')}
        options={toOptions(['all', 'en', 'ar'], (of) => t(`group_messages.languages.${of}`))}
      />
    </>
  );
}

function Count({ form: { control } }: { form: MessageFormState }) {
  const { t } = useTranslation();
  const [to, batch, statuses, profile_types, organization, language] = useWatch({
    control,
    name: ['to', 'batch', 'statuses', 'profile_types', 'organization', 'language'],
  });
  const chosen = { to, batch, statuses, profile_types, organization, language };
  const audience = useStableValue(toAudience(chosen));
  const { data, error, refetch } = useQuery(countQuery(audience));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  return (
    <Box role="status" sx={{ p: 2, borderRadius: 2, bgcolor: 'surface.soft', minHeight: 78 }}>
      <Typography sx={{ fontWeight: 600 }}>
        {data ? t('group_messages.reaches', { count: data.receivers }) : '…'}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {data &&
          data.receivers > 0 &&
          t('group_messages.read', { arabic: data.arabic, english: data.receivers - data.arabic })}
        {data &&
          data.passed_over > 0 &&
          ` ${t('group_messages.passed_over', { count: data.passed_over })}`}
        {data?.receivers === 0 && t('group_messages.reaches_later')}
      </Typography>
    </Box>
  );
}
