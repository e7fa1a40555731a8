import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { PageContainer } from '@/components/PageContainer';
import { href, paths } from '@/routes/paths';
import { BulkEnrollment } from './BulkEnrollment';
import { StartStep } from './StartStep';

/** The same for one batch: its people need no column for it. */
export default function BatchBulkPage() {
  const { t } = useTranslation();
  const { uuid = '' } = useParams();
  const [params] = useSearchParams();
  const id = params.get('id');
  const trail = [
    { label: t('routes.manageBatches'), to: paths.manageBatches },
    { label: t('routes.manageBatch'), to: href(paths.manageBatch, { uuid }) },
  ];
  if (id) return <BulkEnrollment key={id} id={id} trail={trail} />;
  return (
    <PageContainer title={t('routes.batchBulkEnroll')} trail={trail}>
      <StartStep batchId={uuid} />
    </PageContainer>
  );
}
