import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { RequestProgress } from '@/api/approvals';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { StepsHeader } from '@/components/StepsHeader';
import { localized, useLocale } from '@/i18n';

interface ProgressProps {
  query: UseQueryResult<RequestProgress | null, unknown>;
  /** Lists the levels vertically, for narrow places. */
  narrow?: boolean;
}

/** The current approval level of a submission, its start and its deadline. */
export function ApprovalProgress({ query, narrow = false }: ProgressProps) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = query;
  return (
    <TitledCard title={t('progress.title')} lead={t('progress.lead')}>
      <Box sx={{ mt: 3 }}>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {isPending && <Skeleton variant="rounded" height={96} />}
        {data === null && <Typography>{t('progress.soon')}</Typography>}
        {data && <Levels progress={data} narrow={narrow} />}
      </Box>
    </TitledCard>
  );
}

function Levels({ progress, narrow }: { progress: RequestProgress; narrow: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const names = progress.steps.map((step) => localized(step, 'name', locale));
  const current = progress.steps.find(({ position }) => position === progress.step);
  return (
    <>
      {names.length > 1 && !narrow && <StepsHeader steps={names} active={progress.step - 1} />}
      <Typography sx={{ fontWeight: 600 }}>
        {current
          ? t('progress.at', { level: localized(current, 'name', locale) })
          : t('progress.administration')}
      </Typography>
      {names.length > 1 && narrow && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {t('progress.level_of', { number: progress.step, total: names.length })}
        </Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        <Trans
          i18nKey="progress.dates"
          components={{
            since: <DateText value={progress.since} style="datetime" />,
            submitted: <DateText value={progress.submitted_at} style="datetime" />,
          }}
        />
      </Typography>
      {progress.due_on && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          <Trans
            i18nKey="progress.expected"
            components={{ date: <DateText value={progress.due_on} style="weekday" /> }}
          />
        </Typography>
      )}
    </>
  );
}
