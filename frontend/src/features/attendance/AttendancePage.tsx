import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EmptyState } from '@/components/feedback/EmptyState';
import { type BatchList, BatchSheetPage } from '@/domain/BatchSheetPage';
import { PrintSheet } from './PrintSheet';
import { sheetQuery } from './queries';
import { Sheet } from './Sheet';

/** Attendance of all sessions of a batch, for its trainers and organization. */
export default function AttendancePage() {
  const { uuid = '' } = useParams();
  return <Attendance batchId={uuid} list="manageBatches" />;
}

/** The same for a trainer of the batch. */
export function TrainerAttendancePage() {
  const { id = '' } = useParams();
  return <Attendance batchId={id} list="myBatches" />;
}

function Attendance({ batchId, list }: { batchId: string; list: BatchList }) {
  const { t } = useTranslation();
  return (
    <BatchSheetPage
      title={t('routes.batchAttendance')}
      batchId={batchId}
      list={list}
      query={useQuery(sheetQuery(batchId))}
      actions={(sheet) => sheet.sessions.length > 0 && <PrintSheet sheet={sheet} />}
    >
      {(sheet) =>
        sheet.sessions.length > 0 ? (
          <Sheet sheet={sheet} />
        ) : (
          <Card>
            <EmptyState title={t('attendance.no_sessions')} />
          </Card>
        )
      }
    </BatchSheetPage>
  );
}
