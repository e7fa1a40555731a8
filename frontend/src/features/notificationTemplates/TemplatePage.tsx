import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { zKind } from '@/api/notifications/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { PageError } from '@/lib/fault';
import { paths } from '@/routes/paths';
import { wordingQuery } from './queries';
import { TemplateForm } from './TemplateForm';

/** The template of one kind of notification. */
export default function TemplatePage() {
  const { t } = useTranslation();
  const kind = zKind.safeParse(useParams().kind).data;
  if (!kind) throw new PageError(404, 'errors.resource.not_found');
  const wording = useQuery(wordingQuery(kind));
  if (wording.data) return <TemplateForm key={kind} wording={wording.data} />;
  return (
    <PageContainer
      title={t('routes.settingsNotice')}
      trail={[{ label: t('routes.settingsNotices'), to: paths.settingsNotices }]}
      width="xl"
    >
      {wording.error && <ErrorAlert error={wording.error} onRetry={() => void wording.refetch()} />}
      {wording.isPending && <Skeleton variant="rounded" height={560} sx={{ borderRadius: 4 }} />}
    </PageContainer>
  );
}
