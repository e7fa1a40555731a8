import Box from '@mui/material/Box';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { zTrainingLevel } from '@/api/catalog/zod.gen';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FieldArray } from '@/components/form/FieldArray';
import { fieldGrid } from '@/components/form/fieldGrid';
import { NumberInput } from '@/components/form/NumberInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useCategoryOptions } from '@/domain/useCategoryOptions';
import { optionsOf } from '@/lib/options';
import { emptyObjective, type TrainingInput } from './trainingForm';

const MAX_OBJECTIVES = 12;

interface PartProps {
  // biome-ignore lint/suspicious/noExplicitAny: what the schema makes of the values is the form's business.
  control: Control<TrainingInput, unknown, any>;
}

const parts = { basics: Basics, content: Content, rules: Rules };

/** The parts of the form, for the index beside it. */
export function useTrainingSections() {
  const { t } = useTranslation();
  return Object.keys(parts).map((id) => ({ id, label: t(`offers.parts.${id}`) }));
}

/** All that is entered about a training, part by part. */
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
      <Bilingual control={control} name="summary" required multiline />
      <Box sx={fieldGrid}>
        <TextInput
          control={control}
          name="code"
          label={t('offers.code')}
          hint={t('offers.code_hint')}
          required
          ltr
        />
        <AutocompleteInput
          control={control}
          name="category_id"
          label={t('offers.category')}
          options={useCategoryOptions()}
          required
        />
        <SelectInput
          control={control}
          name="level"
          label={t('offers.level')}
          options={optionsOf(zTrainingLevel.options, (level) => t(`training_level.${level}`))}
          required
        />
        <NumberInput
          control={control}
          name="duration_hours"
          label={t('offers.duration')}
          unit={t('offers.hours')}
          required
        />
      </Box>
    </>
  );
}

function Content({ control }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <Bilingual control={control} name="description" required multiline />
      <FieldArray
        control={control}
        name="objectives"
        label={t('batch_page.objectives')}
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
        name="certificate_valid_months"
        label={t('offers.certificate')}
        hint={t('offers.certificate_hint')}
        unit={t('offers.months')}
      />
    </Box>
  );
}

type BilingualName = 'title' | 'summary' | 'description' | 'audience' | 'prerequisites';

function Bilingual({
  name,
  ...rest
}: PartProps & { name: BilingualName; required?: boolean; multiline?: boolean }) {
  const { t } = useTranslation();
  const labels = { en: t(`offers.${name}_en`), ar: t(`offers.${name}_ar`) };
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
        required
      />
      <TextInput
        control={control}
        name={`${name}.ar`}
        label={t('offers.in_arabic')}
        slotProps={{ htmlInput: { dir: 'rtl', lang: 'ar' } }}
        required
      />
    </Box>
  );
}
