import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { zTrainingLevel } from '@/api/catalog/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FieldArray } from '@/components/form/FieldArray';
import { RichTextInput } from '@/components/form/RichTextInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { toOptions } from '@/lib/options';
import {
  emptyLink,
  emptyQuestion,
  emptyStandard,
  emptyStep,
  type Kind,
  type PageInput,
  type PageOutput,
} from './pageForm';

type PageControl = Control<PageInput, unknown, PageOutput>;

interface BlockFieldsProps {
  control: PageControl;
  kind: Kind;
  place: number;
}

const sideBySide = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};

/** The fields of a block, by its kind. */
export function BlockFields({ control, kind, place }: BlockFieldsProps) {
  const base = `blocks.${place}`;
  switch (kind) {
    case 'heading':
      return <Pair control={control} name={`${base}.text`} of="heading" required />;
    case 'text':
      return <RichPair control={control} name={`${base}.html`} of="text" />;
    case 'questions':
      return (
        <Entries control={control} place={place} of="questions" empty={emptyQuestion}>
          {(name) => (
            <>
              <Pair control={control} name={`${name}.question`} of="question" required />
              <RichPair control={control} name={`${name}.answer`} of="answer" />
            </>
          )}
        </Entries>
      );
    case 'links':
      return (
        <Entries control={control} place={place} of="links" empty={emptyLink}>
          {(name) => (
            <>
              <Pair control={control} name={`${name}.label`} of="label" required />
              <Pair control={control} name={`${name}.text`} of="line" multiline />
              <Text control={control} name={`${name}.address`} of="address" />
            </>
          )}
        </Entries>
      );
    case 'steps':
      return (
        <Entries control={control} place={place} of="steps" empty={emptyStep}>
          {(name) => (
            <>
              <Pair control={control} name={`${name}.title`} of="step" required />
              <Pair control={control} name={`${name}.text`} of="line" multiline />
            </>
          )}
        </Entries>
      );
    case 'standards':
      return (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Pair control={control} name={`${base}.sector`} of="sector" required />
          <Entries control={control} place={place} of="standards" empty={emptyStandard}>
            {(name) => <StandardFields control={control} name={name} />}
          </Entries>
        </Box>
      );
  }
}

function StandardFields({ control, name }: { control: PageControl; name: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Pair control={control} name={`${name}.title`} of="occupation" required />
      <Box sx={{ ...sideBySide, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
        <Text control={control} name={`${name}.code`} of="code" optional />
        <SelectInput
          control={control}
          name={`${name}.level` as 'title_en'}
          label={t('site_pages.fields.level')}
          options={toOptions(zTrainingLevel.options, (level) => t(`training_level.${level}`))}
        />
        <Text control={control} name={`${name}.search`} of="search" />
      </Box>
    </>
  );
}

// The field names depend on the block's kind at run time, which the types cannot express.
interface NamedProps {
  control: PageControl;
  name: string;
  /** The block's key in the messages. */
  of: string;
}

function Pair({ of, ...props }: NamedProps & { required?: boolean; multiline?: boolean }) {
  const { t } = useTranslation();
  return (
    <BilingualInput
      {...props}
      labels={{ en: t(`site_pages.fields.${of}_en`), ar: t(`site_pages.fields.${of}_ar`) }}
    />
  );
}

function RichPair({ control, name, of }: NamedProps) {
  const { t } = useTranslation();
  return (
    <Box sx={sideBySide}>
      {(['en', 'ar'] as const).map((lang) => (
        <RichTextInput
          key={lang}
          control={control}
          name={`${name}_${lang}` as 'title_en'}
          label={t(`site_pages.fields.${of}_${lang}`)}
          language={lang}
        />
      ))}
    </Box>
  );
}

function Text({ control, name, of, optional }: NamedProps & { optional?: boolean }) {
  const { t } = useTranslation();
  return (
    <TextInput
      control={control}
      name={name as 'title_en'}
      label={t(`site_pages.fields.${of}`)}
      required={!optional}
      ltr
    />
  );
}

function Entries({
  control,
  place,
  of,
  empty,
  children,
}: {
  control: PageControl;
  place: number;
  of: 'questions' | 'links' | 'steps' | 'standards';
  empty: object;
  children: (name: string) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <FieldArray
      control={control}
      name={`blocks.${place}.${of}` as 'blocks'}
      label={t(`site_pages.kinds.${of}`)}
      addLabel={t(`site_pages.entries.${of}.add`)}
      entryLabel={(number) => t(`site_pages.entries.${of}.one`, { number })}
      empty={empty as never}
    >
      {children}
    </FieldArray>
  );
}
