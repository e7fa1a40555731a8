import SavedIcon from '@mui/icons-material/Favorite';
import SaveIcon from '@mui/icons-material/FavoriteBorderOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import type { BatchCard } from '@/api/catalog';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useSaved } from './useSaved';

/** Saves a batch, for visitors and candidates. */
export function SaveButton({
  batch: { id, training, starts_at },
}: {
  batch: Pick<BatchCard, 'id' | 'training' | 'starts_at'>;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { ids, mayOwn, toggle, change } = useSaved();
  if (!mayOwn) return null;
  const isSaved = ids?.includes(id) ?? false;
  const title = `${localized(training, 'title', locale)}, ${formatDate(starts_at, locale)}`;
  return (
    <FailureBeside of={change}>
      <IconButton
        aria-label={t('saved.save', { title })}
        title={t(isSaved ? 'saved.is_saved' : 'saved.save_this')}
        aria-pressed={isSaved}
        disabled={ids === undefined}
        onClick={() => toggle(id)}
        color={isSaved ? 'primary' : 'default'}
      >
        {isSaved ? <SavedIcon /> : <SaveIcon />}
      </IconButton>
    </FailureBeside>
  );
}
