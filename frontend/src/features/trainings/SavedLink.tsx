import HeartIcon from '@mui/icons-material/FavoriteBorderOutlined';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/RouterLinks';
import { paths } from '@/routes/paths';
import { useSaved } from './useSaved';

/** Links to the saved batches if there are any. */
export function SavedLink() {
  const { t } = useTranslation();
  const { ids, mayOwn } = useSaved();
  if (!mayOwn || !ids?.length) return null;
  return (
    <LinkButton to={paths.savedBatches} variant="outlined" startIcon={<HeartIcon />}>
      {t('routes.savedBatches')}
    </LinkButton>
  );
}
