import { useTranslation } from 'react-i18next';
import { PageContainer } from '@/components/PageContainer';
import { paths } from '@/routes/paths';
import { PermissionMatrix } from './PermissionMatrix';

/** The permissions of all roles. */
export default function PermissionsPage() {
  const { t } = useTranslation();
  return (
    <PageContainer
      title={t('routes.permissions')}
      subtitle={t('permissions.lead')}
      trail={[{ label: t('routes.roles'), to: paths.roles }]}
      compact
    >
      <PermissionMatrix />
    </PageContainer>
  );
}
