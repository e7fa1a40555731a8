import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { TrainingSummary } from '@/api/catalog';
import { localized, useLocale } from '@/i18n';

/** Whose training it is, of which kind and how hard, in the line below its title. */
export function TrainingLine({ training }: { training: TrainingSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <>
      {localized(training.organization, 'name', locale)}
      <Chip size="small" label={localized(training.category, 'name', locale)} />
      <Chip size="small" label={t(`training_level.${training.level}`)} />
    </>
  );
}
