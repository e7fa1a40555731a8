import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { DataRequestRead } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { useAskForData, useDownload, useNewestRequest } from './queries';
import { RequestStatus } from './RequestStatus';

/** Requests, follows and downloads an export of the user's data. */
export function DownloadCard() {
  const { t } = useTranslation();
  const { data: newest, error, refetch, isPending } = useNewestRequest();
  const ask = useAskForData();
  const isCollecting = newest?.status === 'collecting';
  return (
    <TitledCard title={t('data.download')}>
      <Box sx={{ display: 'grid', gap: 2.5, mt: 1.5, justifyItems: 'start' }}>
        <Typography sx={{ color: 'text.secondary' }}>{t('data.download_text')}</Typography>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {newest && <LatestRequest request={newest} />}
        <ActionError error={ask.error} />
        <Button
          variant={newest?.status === 'ready' ? 'outlined' : 'contained'}
          disabled={isPending || isCollecting}
          loading={ask.isPending}
          onClick={() => ask.mutate({})}
        >
          {t(newest ? 'data.ask_again' : 'data.ask')}
        </Button>
      </Box>
    </TitledCard>
  );
}

function LatestRequest({ request }: { request: DataRequestRead }) {
  return (
    <RequestStatus noun="data_request" asked={request}>
      {request.status === 'collecting' && <Progress request={request} />}
      {request.status === 'ready' && <File request={request} />}
    </RequestStatus>
  );
}

function Progress({ request: { answered, services } }: { request: DataRequestRead }) {
  const { t } = useTranslation();
  const text = t('data.progress', { answered, services });
  return (
    <>
      <Typography variant="body2">{text}</Typography>
      <LinearProgress
        variant="determinate"
        value={Math.round((100 * answered) / services)}
        aria-label={text}
        sx={{ borderRadius: 1, height: 6 }}
      />
    </>
  );
}

function File({ request }: { request: DataRequestRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { mutate, isPending, error } = useDownload();
  const size = formatNumber(Math.max(1, Math.round((request.size ?? 0) / 1024)), locale);
  return (
    <>
      <Typography variant="body2">
        <Trans
          i18nKey="data.until"
          components={{ date: <DateText value={request.expires_at} style="datetime" /> }}
        />
      </Typography>
      <ActionError error={error} />
      <Button
        variant="contained"
        loading={isPending}
        onClick={() => mutate(request.id)}
        sx={{ justifySelf: 'start' }}
      >
        {t('data.file', { size })}
      </Button>
    </>
  );
}
