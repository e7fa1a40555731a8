import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RequestProgress } from '@/api/approvals';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { StepsHeader } from '@/components/StepsHeader';
import { localized, useLocale } from '@/i18n';
import { progressQuery } from './queries';

/** With whom the submission is, and since when. */
export function Progress() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(progressQuery());
  return (
    <TitledCard title={t('organization.progress.title')} lead={t('organization.progress.lead')}>
      <Box sx={{ mt: 3 }}>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {isPending && <Skeleton variant="rounded" height={96} />}
        {data === null && <Typography>{t('organization.progress.soon')}</Typography>}
        {data && <Steps progress={data} />}
      </Box>
    </TitledCard>
  );
}

function Steps({ progress }: { progress: RequestProgress }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const names = progress.steps.map((step) => localized(step, 'name', locale));
  const current = progress.steps.find(({ position }) => position === progress.step);
  return (
    <>
      {names.length > 1 && <StepsHeader steps={names} active={progress.step - 1} />}
      <Typography sx={{ fontWeight: 600 }}>
        {current
          ? t('organization.progress.at', { level: localized(current, 'name', locale) })
          : t('organization.progress.administration')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t('organization.progress.since')} <DateText value={progress.since} style="datetime" />
        {' · '}
        {t('organization.progress.submitted')}{' '}
        <DateText value={progress.submitted_at} style="datetime" />
      </Typography>
      {progress.due_on && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {t('organization.progress.expected')} <DateText value={progress.due_on} style="weekday" />
        </Typography>
      )}
    </>
  );
}
