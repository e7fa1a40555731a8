import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ResultSheet } from '@/api/enrollment';
import { EmptyState } from '@/components/feedback/EmptyState';
import { LinkButton } from '@/components/RouterLinks';
import { type BatchList, BatchSheetPage } from '@/domain/BatchSheetPage';
import { href, paths } from '@/routes/paths';
import { Assessments } from './Assessments';
import { FinishBatch } from './FinishBatch';
import { ImportScores } from './ImportScores';
import { sheetQuery } from './queries';
import { ScoreGrid } from './ScoreGrid';

/** Scores and results of a batch, for its trainers and organization. */
export default function ResultsPage() {
  const { uuid = '' } = useParams();
  return <Results batchId={uuid} list="manageBatches" survey={href(paths.batchSurvey, { uuid })} />;
}

/** The same for a trainer of the batch. */
export function TrainerResultsPage() {
  const { id = '' } = useParams();
  return <Results batchId={id} list="myBatches" survey={href(paths.myBatchSurvey, { id })} />;
}

function Results({ batchId, list, survey }: { batchId: string; list: BatchList; survey: string }) {
  const { t } = useTranslation();
  return (
    <BatchSheetPage
      title={t('routes.batchResults')}
      batchId={batchId}
      list={list}
      query={useQuery(sheetQuery(batchId))}
      actions={(sheet) => (
        <>
          {isFinished(sheet) && (
            <LinkButton variant="outlined" to={survey}>
              {t('routes.batchSurvey')}
            </LinkButton>
          )}
          {sheet.editable && sheet.people.length > 0 && sheet.assessments.length > 0 && (
            <ImportScores sheet={sheet} />
          )}
          {sheet.editable && sheet.people.length > 0 && <FinishBatch sheet={sheet} />}
        </>
      )}
    >
      {(sheet) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
          <PassRules sheet={sheet} />
          <Assessments sheet={sheet} />
          {sheet.people.length === 0 ? (
            <Card>
              <EmptyState
                title={t('attendance.nobody')}
                description={t('attendance.nobody_hint')}
              />
            </Card>
          ) : (
            <ScoreGrid sheet={sheet} />
          )}
        </Box>
      )}
    </BatchSheetPage>
  );
}

const isFinished = ({ people }: ResultSheet) =>
  people.length > 0 && people.every(({ status }) => status === 'completed');

/** The training's pass requirements. */
function PassRules({ sheet }: { sheet: ResultSheet }) {
  const { t } = useTranslation();
  const { min_attendance_percent: attendance, min_score_percent: score } = sheet;
  const finished = isFinished(sheet);
  const asked =
    attendance === null
      ? score === null
        ? 'none'
        : 'score'
      : score === null
        ? 'attendance'
        : 'both';
  return (
    <Alert severity={finished ? 'success' : 'info'}>
      {finished && t('results.finished')} {t(`results.rules.${asked}`, { attendance, score })}
    </Alert>
  );
}
