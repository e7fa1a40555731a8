import Box from '@mui/material/Box';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { zRule } from '@/api/approvals/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { fieldGrid } from '@/components/form/fieldGrid';
import { NumberInput } from '@/components/form/NumberInput';
import { SelectInput } from '@/components/form/SelectInput';
import { optionsOf } from '@/lib/options';

/** What a level is called, when it is satisfied, and by when. */
export function LevelFields<Values extends FieldValues>({
  control,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: what the schema makes of the values is the form's business.
  control: Control<Values, unknown, any>;
}) {
  const { t } = useTranslation();
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
          options={optionsOf(zRule.options, (rule) => t(`approval_levels.rules.${rule}`))}
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
      </Box>
    </>
  );
}
