import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageContainer } from '@/components/PageContainer';
import { paths } from '@/routes/paths';
import { BulkEnrollment } from './BulkEnrollment';
import { StartStep } from './StartStep';

/** One bulk enrollment, which the address names; without one the start of the next. */
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
