import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { TrainingSummary } from '@/api/catalog';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';

/** The organization, category and level of a training, below its title. */
export function TrainingLine({ training }: { training: TrainingSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <>
      <TextLink to={href(paths.provider, { id: training.organization.id })}>
        {localized(training.organization, 'name', locale)}
      </TextLink>
      <Chip size="small" label={localized(training.category, 'name', locale)} />
      <Chip size="small" label={t(`training_level.${training.level}`)} />
    </>
  );
}
