import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { PageSlug, VersionRow } from '@/api/catalog';
import { zPageSlug } from '@/api/catalog/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { PageError } from '@/lib/fault';
import { PageForm } from './PageForm';
import { versionQuery, versionsQuery } from './queries';

/** The editor of a content page: its draft, or a new one from the published version. */
export default function PageEditorPage() {
  const { slug } = useParams();
  if (!zPageSlug.options.includes(slug as PageSlug))
    throw new PageError(404, 'errors.resource.not_found');
  return <Editor key={slug} slug={slug as PageSlug} />;
}

/** Returns the edited version: the draft, else the published one, else the newest. */
const findDraft = (versions: readonly VersionRow[]) =>
  versions.find(({ status }) => status === 'draft') ??
  versions.find(({ status }) => status === 'published') ??
  versions[0];

function Editor({ slug }: { slug: PageSlug }) {
  const { t } = useTranslation();
  const versions = useQuery(versionsQuery(slug));
  const number = findDraft(versions.data?.data ?? [])?.number;
  const version = useQuery({
    ...versionQuery(slug, number ?? 0),
    enabled: number !== undefined,
    // A refetch must not replace the values that are being edited.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const failed = [versions, version].find(({ error }) => error);
  if (version.data && versions.data) {
    const { number: shown, status } = version.data;
    return (
      // Another version or status remounts the form.
      <PageForm
        key={`${shown} ${status}`}
        slug={slug}
        page={version.data}
        versions={versions.data.data}
      />
    );
  }
  return (
    <PageContainer title={t('routes.settingsPage')} width="lg">
      {failed ? (
        <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={560} />
      )}
    </PageContainer>
  );
}
