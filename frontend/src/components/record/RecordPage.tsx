import NextIcon from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { $ZodObject } from 'zod/v4/core';
import { type Action, ActionMenu } from '@/components/ActionMenu';
import { CardBoundaries } from '@/components/feedback/CardBoundaries';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import type { List } from '@/components/list/list';
import { readListSearch } from '@/components/list/rememberedList';
import { PageContainer } from '@/components/PageContainer';
import { isNotFound, PageError } from '@/lib/fault';
import { CopyText } from './CopyText';
import { type RecordTab, RecordTabs, useRecordTab } from './RecordTabs';
import { type Neighbour, useNeighbours } from './useNeighbours';

interface RecordPageProps<Entry, Row, Schema extends $ZodObject> {
  /** The record's list, for the link back and the neighbours. */
  list: List<Row, Schema>;
  listTitle: string;
  id: string;
  query: {
    data: Entry | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => unknown;
  };
  /** The message key for an unknown ID. */
  notFound: string;
  /** The page title; `entry` is undefined while loading. */
  title: (entry: Entry | undefined) => string;
  status?: (entry: Entry) => ReactNode;
  /** The record's public code. */
  code?: (entry: Entry) => string | null | undefined;
  /** The primary action. */
  action?: (entry: Entry) => ReactNode;
  /** Other actions. */
  actions?: (entry: Entry) => readonly Action[];
  /** Side column on wide screens: people, money, history. */
  aside?: (entry: Entry) => ReactNode;
  /** Tabs after the details. */
  tabs?: (entry: Entry) => readonly RecordTab[];
  children: (entry: Entry) => ReactNode;
}

/** A page for one record: status, actions, details and tabs. */
export function RecordPage<Entry, Row extends { id: string }, Schema extends $ZodObject>({
  list,
  listTitle,
  id,
  query: { data, error, isPending, refetch },
  notFound,
  title,
  status,
  code,
  action,
  actions,
  aside,
  tabs,
  children,
}: RecordPageProps<Entry, Row, Schema>) {
  const { t } = useTranslation();
  const { previous, next } = useNeighbours(list, id);
  if (isNotFound(error)) throw new PageError(404, notFound);
  const codeText = data && code?.(data);
  const beside = data && aside?.(data);
  const further = (data && tabs?.(data)) ?? [];
  const tab = useRecordTab(further);
  return (
    <PageContainer
      title={title(data)}
      trail={[{ label: listTitle, to: list.path + (readListSearch(list.key) ?? '') }]}
      subtitle={
        data && (status || codeText) ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            {status?.(data)}
            {codeText && <CopyText text={codeText} />}
          </Box>
        ) : undefined
      }
      actions={
        <>
          {data && action?.(data)}
          {data && actions && <ActionMenu name={title(data)} actions={actions(data)} />}
          {(previous || next) && (
            <Box sx={{ display: 'flex' }}>
              <Step neighbour={previous} label={t('record.previous')} back />
              <Step neighbour={next} label={t('record.next')} />
            </Box>
          )}
        </>
      }
    >
      {Boolean(error) && (
        <Box sx={{ mb: 3 }}>
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      {isPending && <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}
      {further.length > 0 && <RecordTabs label={title(data)} tabs={further} shown={tab} />}
      {tab && <CardBoundaries key={tab.key}>{tab.content}</CardBoundaries>}
      {data && !tab && (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              xl: beside ? 'minmax(0, 1fr) 380px' : undefined,
            },
          }}
        >
          <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
            <CardBoundaries>{children(data)}</CardBoundaries>
          </Box>
          {beside && (
            <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
              <CardBoundaries>{beside}</CardBoundaries>
            </Box>
          )}
        </Box>
      )}
    </PageContainer>
  );
}

/** A link to a neighbour; reserves its space if there is none. */
function Step({
  neighbour,
  label,
  back = false,
}: {
  neighbour: Neighbour | null;
  label: string;
  back?: boolean;
}) {
  const icon = <NextIcon sx={{ transform: `scaleX(calc(var(--flip) * ${back ? -1 : 1}))` }} />;
  if (!neighbour) {
    return (
      <IconButton disabled aria-label={label}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Tooltip title={label}>
      <IconButton component={Link} to={neighbour.to} onClick={neighbour.follow} aria-label={label}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
