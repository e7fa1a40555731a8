import Box from '@mui/material/Box';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { fieldGrid } from '@/components/form/fieldGrid';
import { MoneyInput } from '@/components/form/MoneyInput';
import { NumberInput } from '@/components/form/NumberInput';
import { RichTextInput } from '@/components/form/RichTextInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useCategoryOptions } from '@/domain/useCategoryOptions';
import type { AnnouncementInput } from './announcementForm';

export const sections = ['content', 'terms'] as const;

/** The fields of an announcement. */
export function AnnouncementFields({ control }: { control: Control<AnnouncementInput> }) {
  const { t } = useTranslation();
  const categories = useCategoryOptions();
  const pair = (name: string) => ({
    control,
    name,
    labels: { en: t(`announcements.fields.${name}_en`), ar: t(`announcements.fields.${name}_ar`) },
    required: true,
  });
  const moment = (name: 'opens_at' | 'closes_at') => (
    <TextInput
      control={control}
      name={name}
      label={t(`announcements.fields.${name}`)}
      hint={t('announcements.riyadh')}
      type="datetime-local"
      required
      ltr
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
  return (
    <>
      <TitledCard id="content" title={t('announcements.content')}>
        <Box sx={fieldsOfCard}>
          <BilingualInput {...pair('title')} />
          <AutocompleteInput
            control={control}
            name="category_id"
            label={t('announcements.fields.category')}
            options={categories}
            required
          />
          <BilingualInput {...pair('summary')} multiline />
          <RichTextInput
            control={control}
            name="description_en"
            label={t('announcements.fields.description_en')}
            language="en"
          />
          <RichTextInput
            control={control}
            name="description_ar"
            label={t('announcements.fields.description_ar')}
            language="ar"
          />
        </Box>
      </TitledCard>
      <TitledCard id="terms" title={t('announcements.terms')}>
        <Box sx={fieldsOfCard}>
          <BilingualInput {...pair('eligibility')} multiline />
          <Box sx={fieldGrid}>
            <MoneyInput
              control={control}
              name="fee_minor"
              label={t('announcements.fields.fee')}
              hint={t('announcements.fee_hint')}
              required
            />
            <NumberInput
              control={control}
              name="staff_needed"
              label={t('announcements.fields.staff_needed')}
              required
            />
            {moment('opens_at')}
            {moment('closes_at')}
          </Box>
        </Box>
      </TitledCard>
    </>
  );
}

const fieldsOfCard = { display: 'grid', gap: 2.5, mt: 3 } as const;
