import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { LevelRead } from '@/api/approvals';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { isNotFound, PageError } from '@/lib/fault';
import { levelQuery } from './queries';

/** Fetches the level of the URL. */
export function LevelLoader({
  title,
  children,
}: {
  title: string;
  children: (level: LevelRead) => ReactNode;
}) {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(levelQuery(id));
  if (isNotFound(error)) throw new PageError(404, 'errors.approval_level.not_found');
  if (data) return children(data);
  return (
    <PageContainer title={title} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={320} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}
