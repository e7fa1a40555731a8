import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail } from '@/api/enrollment';
import { ProgressLine } from './ProgressLine';
import type { Progress } from './useProgress';

/** The progress of a file's check. */
export function CheckStep({
  bulk,
  progress,
}: {
  bulk: BulkEnrollmentDetail;
  progress: Progress | null;
}) {
  const { t } = useTranslation();
  return (
    <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 }, maxWidth: 720 }}>
      <Typography variant="h4" component="h2" sx={{ mb: 2 }}>
        {t('bulk_enrollments.checking')}
      </Typography>
      <ProgressLine label={t('bulk_enrollments.checking')} bulk={bulk} progress={progress} />
      <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
        {bulk.waits > 0
          ? t('bulk_enrollments.waits', { count: bulk.waits })
          : t('bulk_enrollments.may_leave')}
      </Typography>
    </Card>
  );
}
