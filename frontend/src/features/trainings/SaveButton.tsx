import SavedIcon from '@mui/icons-material/Favorite';
import SaveIcon from '@mui/icons-material/FavoriteBorderOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import type { BatchCard } from '@/api/catalog';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useSaved } from './useSaved';

/** The heart of a batch, for those who can enroll. */
export function SaveButton({
  batch: { id, training, starts_at },
}: {
  batch: Pick<BatchCard, 'id' | 'training' | 'starts_at'>;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { ids, mayOwn, toggle } = useSaved();
  if (!mayOwn) return null;
  const isSaved = ids?.includes(id) ?? false;
  const title = `${localized(training, 'title', locale)}, ${formatDate(starts_at, locale)}`;
  return (
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
  );
}
