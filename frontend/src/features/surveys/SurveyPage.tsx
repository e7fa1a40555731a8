import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { exportSurvey, type SurveyResults } from '@/api/enrollment';
import { getSurveyResultsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ExportMenu } from '@/components/list/ExportMenu';
import type { FileFormat } from '@/components/list/list';
import { TitledCard } from '@/components/record/TitledCard';
import { type BatchList, BatchSheetPage } from '@/domain/BatchSheetPage';
import { useLocale } from '@/i18n';
import { download } from '@/lib/download';
import { formatNumber } from '@/lib/format';
import { Distribution } from './Distribution';

/** The survey results of a batch, for its organization. */
export default function SurveyPage() {
  const { uuid = '' } = useParams();
  return <Survey batchId={uuid} list="manageBatches" />;
}

/** The same for a trainer of the batch. */
export function TrainerSurveyPage() {
  const { id = '' } = useParams();
  return <Survey batchId={id} list="myBatches" />;
}

function Survey({ batchId, list }: { batchId: string; list: BatchList }) {
  const { t } = useTranslation();
  const save = useSurveyFile(batchId);
  return (
    <BatchSheetPage
      title={t('routes.batchSurvey')}
      batchId={batchId}
      list={list}
      query={useQuery(getSurveyResultsOptions({ path: { batch_id: batchId } }))}
      actions={({ shown }) => shown && <ExportMenu save={save} />}
    >
      {(results) =>
        results.shown ? <SurveyAnswers results={results} /> : <TooFew results={results} />
      }
    </BatchSheetPage>
  );
}

function TooFew({ results: { invited, answered, shown_from } }: { results: SurveyResults }) {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        title={
          invited === 0 ? t('surveys.not_asked') : t('surveys.answered', { answered, invited })
        }
        description={
          invited === 0 ? t('surveys.not_asked_hint') : t('surveys.too_few', { count: shown_from })
        }
      />
    </Card>
  );
}

function SurveyAnswers({ results }: { results: SurveyResults }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { invited, answered } = results;
  const share = formatNumber(Math.round((100 * answered) / invited), locale);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <TitledCard
        title={t('surveys.ratings')}
        lead={t('surveys.answered_share', { answered, invited, share })}
      >
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 3, md: 5 },
            mt: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
          }}
        >
          {results.questions.map((result) => (
            <Distribution key={result.question} result={result} />
          ))}
        </Box>
      </TitledCard>
      <TitledCard title={t('surveys.comments')}>
        {results.comments.length === 0 && <EmptyState title={t('surveys.no_comments')} />}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
          {results.comments.map((comment, place) => (
            <Box
              component="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: comments have no IDs and a fixed order.
              key={place}
              dir="auto"
              sx={{
                py: 1.5,
                borderTop: place > 0 ? 1 : 0,
                borderColor: 'divider',
                whiteSpace: 'pre-line',
                overflowWrap: 'anywhere',
              }}
            >
              {comment}
            </Box>
          ))}
        </Box>
      </TitledCard>
    </Box>
  );
}

/** Exports all answers on the server and downloads the file. */
function useSurveyFile(batchId: string) {
  const language = useLocale();
  return useMutation({
    mutationFn: async (format: FileFormat) => {
      const { data } = await exportSurvey({
        path: { batch_id: batchId },
        query: { format, language },
        parseAs: 'blob',
        throwOnError: true,
      });
      download(`survey.${format}`, data as Blob);
    },
  });
}
