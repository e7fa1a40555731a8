import NextIcon from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { countText } from './countText';
import type { Page } from './list';

interface ListPanelProps<Row> {
  title: string;
  /** The link to the whole list, if it has a page. */
  to?: string;
  query: {
    data: Page<Row> | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => unknown;
  };
  /** The text of the empty state. */
  empty: string;
  /** The link of a row, if it has a page. */
  rowHref?: (row: Row) => string;
  renderRow: (row: Row) => PanelRow;
}

/** A row of two lines with content at its end. */
interface PanelRow {
  title: ReactNode;
  text: ReactNode;
  end?: ReactNode;
}

const WAITING = ['a', 'b', 'c'];

/** The first rows of a list, with a link to all. */
export function ListPanel<Row extends { id: string }>({
  title,
  to,
  query: { data, error, isPending, refetch },
  empty,
  rowHref,
  renderRow,
}: ListPanelProps<Row>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const id = useId();
  const all = data && t('dashboard.all', { number: countText(data.meta, locale) });
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, minHeight: 44 }}>
        <Typography id={id} variant="h5" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {to && data && data.meta.total > 0 && (
          <LinkButton
            to={to}
            size="small"
            endIcon={<NextIcon sx={{ transform: 'scaleX(var(--flip))' }} />}
            aria-label={`${all}: ${title}`}
          >
            {all}
          </LinkButton>
        )}
      </Box>
      {Boolean(error) && !data && (
        <Box sx={{ p: 1.5 }}>
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      {isPending && (
        <Box aria-hidden sx={{ px: 1.5, py: 1, display: 'grid', gap: 2 }}>
          {WAITING.map((key) => (
            <Skeleton key={key} variant="rounded" height={44} />
          ))}
        </Box>
      )}
      {data?.meta.total === 0 && (
        <Typography sx={{ px: 1.5, py: 3, color: 'text.secondary' }}>{empty}</Typography>
      )}
      {data && data.meta.total > 0 && (
        <List disablePadding>
          {data.data.map((row) => (
            <li key={row.id}>
              {rowHref ? (
                <ListItemButton component={Link} to={rowHref(row)} sx={lineStyle}>
                  <Line {...renderRow(row)} />
                </ListItemButton>
              ) : (
                <Box sx={{ display: 'flex', alignItems: 'center', ...lineStyle }}>
                  <Line {...renderRow(row)} />
                </Box>
              )}
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

const lineStyle = { px: 1.5, py: 1, gap: 2, justifyContent: 'space-between' };

// On a phone, the row's end content is below it, so that its text is not truncated.
const oneLine = {
  overflowWrap: 'anywhere',
  whiteSpace: { sm: 'nowrap' },
  overflow: { sm: 'hidden' },
  textOverflow: { sm: 'ellipsis' },
} as const;

function Line({ title, text, end }: PanelRow) {
  return (
    <>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, ...oneLine }}>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', ...oneLine }}>
          {text}
        </Typography>
      </Box>
      <Box sx={{ flex: 'none', textAlign: 'end', fontSize: '0.875rem', color: 'text.secondary' }}>
        {end}
      </Box>
    </>
  );
}
