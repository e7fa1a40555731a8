import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { PageContainer } from '@/components/PageContainer';
import { formatBatchDates } from '@/domain/batchTimes';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { BoughtSeatsCard } from './BoughtSeatsCard';
import { BulkEnrollment } from './BulkEnrollment';
import { batchQuery } from './queries';
import { StartStep } from './StartStep';

/** The same for one batch; its file has no batch column. */
export default function BatchBulkPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { uuid = '' } = useParams();
  const [params] = useSearchParams();
  const id = params.get('id');
  const { data: batch } = useQuery(batchQuery(uuid));
  const name = batch && localized(batch.training, 'title', locale);
  const trail = [
    { label: t('routes.manageBatches'), to: paths.manageBatches },
    { label: name ?? t('routes.manageBatch'), to: href(paths.manageBatch, { uuid }) },
  ];
  const of = batch && (
    <>
      {id && `${name} · `}
      <bdi dir="ltr">{batch.code}</bdi> · {formatBatchDates(batch, locale)}
    </>
  );
  if (id) return <BulkEnrollment key={id} id={id} trail={trail} of={of} />;
  return (
    <PageContainer
      title={name ? t('bulk_enrollments.into', { name }) : t('routes.batchBulkEnroll')}
      subtitle={of}
      trail={trail}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        <StartStep batchId={uuid} />
        {batch && <BoughtSeatsCard batch={batch} />}
      </Box>
    </PageContainer>
  );
}
