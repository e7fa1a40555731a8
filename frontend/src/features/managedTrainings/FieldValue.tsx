import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Money } from '@/components/Money';
import { RichText } from '@/components/RichText';
import { useCategoryOptions } from '@/domain/useCategoryOptions';
import { useLocale } from '@/i18n';
import type { TrainingField, TrainingInput } from './trainingForm';

/** The readable value of a form field. */
export function FieldValue({ name, values }: { name: TrainingField; values: TrainingInput }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const categories = useCategoryOptions();
  const value = values[name];
  if (value === null || value === undefined || value === '') return '–';
  switch (name) {
    case 'description_en':
    case 'description_ar':
      return <RichText html={String(value)} />;
    case 'objectives':
      return (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
          {values.objectives.map(({ en, ar }) => (
            <li key={en + ar}>{locale === 'ar' ? ar : en}</li>
          ))}
        </Box>
      );
    case 'category_id':
      return categories.find((option) => option.value === value)?.label ?? '–';
    case 'level':
      return t(`training_level.${value}`);
    case 'language':
      return t(`batch_language.${value}`);
    case 'default_price_minor':
      return <Money amount={Number(value)} currency="SAR" />;
    default:
      return (
        <Box dir="auto" sx={{ whiteSpace: 'pre-line' }}>
          {String(value)}
        </Box>
      );
  }
}
