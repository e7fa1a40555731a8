import ConstructionIcon from '@mui/icons-material/ConstructionOutlined';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { EmptyState } from '@/components/feedback/EmptyState';
import { PageContainer } from '@/components/PageContainer';
import type { RouteHandle } from '@/routes/types';

/** Says plainly that a page of the product has not been made yet. */
export default function NotBuiltPage() {
  const { t } = useTranslation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title = t(`routes.${handle?.name}`);
  return (
    <PageContainer title={title}>
      <EmptyState
        icon={<ConstructionIcon />}
        title={t('common.not_built.title')}
        description={t('common.not_built.description', { page: title })}
      />
    </PageContainer>
  );
}
