import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { href, paths } from '@/routes/paths';

interface BatchSheet {
  code: string;
  title_en: string;
  title_ar: string;
}

/** The list from which the page is opened: the organization's batches or those of a trainer. */
export type BatchList = 'manageBatches' | 'myBatches';

const pageOfBatch = (list: BatchList, id: string) =>
  list === 'myBatches' ? href(paths.myBatch, { id }) : href(paths.manageBatch, { uuid: id });

interface BatchSheetPageProps<Sheet extends BatchSheet> {
  title: string;
  batchId: string;
  list: BatchList;
  query: {
    data: Sheet | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => unknown;
  };
  actions?: (sheet: Sheet) => ReactNode;
  children: (sheet: Sheet) => ReactNode;
}

/** The layout of a page for entering values for all people of a batch. */
export function BatchSheetPage<Sheet extends BatchSheet>({
  title,
  batchId,
  list,
  query: { data: sheet, error, isPending, refetch },
  actions,
  children,
}: BatchSheetPageProps<Sheet>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (isNotFound(error)) throw new PageError(404, 'errors.batch.not_found');
  return (
    <PageContainer
      title={title}
      subtitle={
        sheet && (
          <>
            {localized(sheet, 'title', locale)} · <bdi dir="ltr">{sheet.code}</bdi>
          </>
        )
      }
      trail={[
        { label: t(`routes.${list}`), to: paths[list] },
        { label: sheet?.code ?? t('routes.manageBatch'), to: pageOfBatch(list, batchId) },
      ]}
      actions={sheet && actions?.(sheet)}
      compact
    >
      {error !== null && !sheet && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4 }} />}
      {sheet && children(sheet)}
    </PageContainer>
  );
}
