import Box from '@mui/material/Box';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { zBatchLanguage, zTrainingLevel } from '@/api/catalog/zod.gen';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FieldArray } from '@/components/form/FieldArray';
import { fieldGrid } from '@/components/form/fieldGrid';
import { MoneyInput } from '@/components/form/MoneyInput';
import { NumberInput } from '@/components/form/NumberInput';
import { RichTextInput } from '@/components/form/RichTextInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useCategoryOptions } from '@/domain/useCategoryOptions';
import type { Any } from '@/lib/any';
import { toOptions } from '@/lib/options';
import { emptyObjective, type TrainingInput } from './trainingForm';

const MAX_OBJECTIVES = 12;

interface PartProps {
  control: Control<TrainingInput, unknown, Any>;
}

const parts = { basics: Basics, content: Content, rules: Rules };

/** Returns the sections of the form for its index. */
export function useTrainingSections(further: readonly string[] = []) {
  const { t } = useTranslation();
  return [...Object.keys(parts), ...further].map((id) => ({ id, label: t(`offers.parts.${id}`) }));
}

/** All fields of a training, by section. */
export function TrainingFields({ control }: PartProps) {
  const { t } = useTranslation();
  return Object.entries(parts).map(([id, Part]) => (
    <TitledCard key={id} id={id} title={t(`offers.parts.${id}`)}>
      <Box sx={{ mt: 3, display: 'grid', gap: 2.5 }}>
        <Part control={control} />
      </Box>
    </TitledCard>
  ));
}

function Basics({ control }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <Bilingual control={control} name="title" required />
      <Bilingual control={control} name="summary" multiline />
      <Box sx={fieldGrid}>
        <TextInput
          control={control}
          name="code"
          label={t('offers.fields.code')}
          hint={t('offers.code_hint')}
          required
          ltr
        />
        <AutocompleteInput
          control={control}
          name="category_id"
          label={t('offers.fields.category_id')}
          options={useCategoryOptions()}
          required
        />
        <SelectInput
          control={control}
          name="level"
          label={t('offers.fields.level')}
          options={toOptions(zTrainingLevel.options, (level) => t(`training_level.${level}`))}
          required
        />
        <SelectInput
          control={control}
          name="language"
          label={t('offers.fields.language')}
          options={toOptions(zBatchLanguage.options, (value) => t(`batch_language.${value}`))}
          required
        />
        <NumberInput
          control={control}
          name="duration_hours"
          label={t('offers.fields.duration_hours')}
          unit={t('offers.hours')}
          required
        />
        <TextInput
          control={control}
          name="standard_code"
          label={t('offers.fields.standard_code')}
          hint={t('offers.standard_hint')}
          ltr
        />
      </Box>
    </>
  );
}

function Content({ control }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      {(['en', 'ar'] as const).map((language) => (
        <RichTextInput
          key={language}
          control={control}
          name={`description_${language}`}
          label={t(`offers.fields.description_${language}`)}
          language={language}
        />
      ))}
      <FieldArray
        control={control}
        name="objectives"
        label={t('offers.fields.objectives')}
        addLabel={t('offers.add_objective')}
        entryLabel={(number) => t('offers.objective', { number })}
        empty={emptyObjective}
        max={MAX_OBJECTIVES}
      >
        {(name) => <Objective control={control} name={name} />}
      </FieldArray>
      <Bilingual control={control} name="audience" />
      <Bilingual control={control} name="prerequisites" />
    </>
  );
}

function Rules({ control }: PartProps) {
  const { t } = useTranslation();
  return (
    <Box sx={fieldGrid}>
      <NumberInput
        control={control}
        name="min_attendance_percent"
        label={t('offers.fields.min_attendance_percent')}
        hint={t('offers.attendance_hint')}
        unit="%"
      />
      <NumberInput
        control={control}
        name="min_score_percent"
        label={t('offers.fields.min_score_percent')}
        hint={t('offers.score_hint')}
        unit="%"
      />
      <NumberInput
        control={control}
        name="certificate_valid_months"
        label={t('offers.fields.certificate_valid_months')}
        hint={t('offers.certificate_hint')}
        unit={t('offers.months')}
      />
      <MoneyInput
        control={control}
        name="default_price_minor"
        label={t('offers.fields.default_price_minor')}
        hint={t('offers.price_hint')}
      />
    </Box>
  );
}

function Bilingual({
  name,
  ...rest
}: PartProps & {
  name: 'title' | 'summary' | 'audience' | 'prerequisites';
  required?: boolean;
  multiline?: boolean;
}) {
  const { t } = useTranslation();
  const labels = { en: t(`offers.fields.${name}_en`), ar: t(`offers.fields.${name}_ar`) };
  return <BilingualInput {...rest} name={name} labels={labels} />;
}

function Objective({ control, name }: PartProps & { name: `objectives.${number}` }) {
  const { t } = useTranslation();
  return (
    <Box sx={fieldGrid}>
      <TextInput
        control={control}
        name={`${name}.en`}
        label={t('offers.in_english')}
        slotProps={{ htmlInput: { dir: 'ltr', lang: 'en' } }}
      />
      <TextInput
        control={control}
        name={`${name}.ar`}
        label={t('offers.in_arabic')}
        slotProps={{ htmlInput: { dir: 'rtl', lang: 'ar' } }}
      />
    </Box>
  );
}
