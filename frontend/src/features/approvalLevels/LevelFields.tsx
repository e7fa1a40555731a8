import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { zRule } from '@/api/approvals/zod.gen';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { fieldGrid } from '@/components/form/fieldGrid';
import { NumberInput } from '@/components/form/NumberInput';
import { SelectInput } from '@/components/form/SelectInput';
import { localized, useLocale } from '@/i18n';
import type { Any } from '@/lib/any';
import { toOptions } from '@/lib/options';
import { approversQuery } from './queries';

/** The fields of a level: name, quorum and deadline. */
export function LevelFields<Values extends FieldValues>({
  control,
}: {
  control: Control<Values, unknown, Any>;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const escalates = useWatch({ control, name: 'escalate_after' as FieldPath<Values> }) !== null;
  const { data: admins } = useQuery(approversQuery);
  return (
    <>
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('approval_levels.name_en'), ar: t('approval_levels.name_ar') }}
        required
      />
      <Box sx={fieldGrid}>
        <SelectInput
          control={control}
          name={'rule' as FieldPath<Values>}
          label={t('approval_levels.rule')}
          hint={t('approval_levels.rule_hint')}
          options={toOptions(zRule.options, (rule) => t(`approval_levels.rules.${rule}`))}
          required
        />
        <NumberInput
          control={control}
          name={'target_days' as FieldPath<Values>}
          label={t('approval_levels.target_days')}
          hint={t('approval_levels.target_hint')}
          unit={t('approval_levels.working_days')}
          required
        />
        <NumberInput
          control={control}
          name={'escalate_after' as FieldPath<Values>}
          label={t('approval_levels.escalate_after')}
          hint={t('approval_levels.escalate_hint')}
          unit={t('approval_levels.working_days')}
        />
        {escalates && (
          <AutocompleteInput
            control={control}
            name={'escalate_to' as FieldPath<Values>}
            label={t('approval_levels.escalate_to')}
            hint={t('approval_levels.escalate_to_hint')}
            options={(admins?.data ?? []).map((admin) => ({
              value: admin.user_id,
              label: localized(admin, 'name', locale),
            }))}
          />
        )}
      </Box>
    </>
  );
}

/**
 * Removes the escalation's recipients if there is no escalation, because their field is hidden
 * then.
 */
export const withoutNobody = <Body extends { escalate_after?: number | null }>(body: Body) =>
  body.escalate_after ? body : { ...body, escalate_to: null };
