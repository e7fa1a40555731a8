import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { isUnknown, PageError } from '@/lib/fault';
import { href, paths } from '@/routes/paths';
import { sheetQuery } from './queries';
import { Sheet } from './Sheet';

/** Who attended which session of a batch, for those who run it. */
export default function AttendancePage() {
  const { uuid = '' } = useParams();
  const back = href(paths.manageBatch, { uuid });
  return <Attendance batchId={uuid} back={back} />;
}

/** The same for a trainer of the batch. */
export function TrainerAttendancePage() {
  const { id = '' } = useParams();
  return <Attendance batchId={id} back={href(paths.myBatch, { id })} />;
}

function Attendance({ batchId, back }: { batchId: string; back: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: sheet, error, isPending, refetch } = useQuery(sheetQuery(batchId));
  if (isUnknown(error)) throw new PageError(404, 'errors.enrollment.batch_unknown');
  return (
    <PageContainer
      title={t('routes.batchAttendance')}
      subtitle={
        sheet && (
          <>
            {localized(sheet, 'title', locale)} · <bdi dir="ltr">{sheet.code}</bdi>
          </>
        )
      }
      trail={[{ label: sheet?.code ?? t('routes.manageBatch'), to: back }]}
      compact
    >
      {error && !sheet && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4 }} />}
      {sheet && sheet.sessions.length === 0 && (
        <Card>
          <EmptyState title={t('attendance.no_sessions')} />
        </Card>
      )}
      {sheet && sheet.sessions.length > 0 && <Sheet sheet={sheet} />}
    </PageContainer>
  );
}
