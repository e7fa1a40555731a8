import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageContainer } from '@/components/PageContainer';
import { paths } from '@/routes/paths';
import { BulkEnrollment } from './BulkEnrollment';
import { StartStep } from './StartStep';

/** The bulk enrollment of the URL; without one, the first step of a new one. */
export default function BulkPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = params.get('id');
  const trail = [{ label: t('routes.bulkEnrollments'), to: paths.bulkEnrollments }];
  if (id) return <BulkEnrollment key={id} id={id} trail={trail} />;
  return (
    <PageContainer title={t('routes.bulkEnrollment')} trail={trail}>
      <StartStep />
    </PageContainer>
  );
}
