import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import {
  type ApproverTimes,
  type ExportApprovalTimesData,
  exportApprovalTimes,
  type LevelTimes,
} from '@/api/approvals';
import { ExportMenu } from '@/components/list/ExportMenu';
import { useExport } from '@/components/list/useExport';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatNumber, formatPercent } from '@/lib/format';

type Query = NonNullable<ExportApprovalTimesData['query']>;

const file = {
  key: 'approval-times',
  file: (query: Query) => exportApprovalTimes({ query, parseAs: 'blob' }),
};

/** A table of durations with an export. */
export function TimesTable<Row extends LevelTimes | ApproverTimes>({
  part,
  query,
  rows,
  name,
  kind,
}: {
  part: NonNullable<Query['part']>;
  query: Query;
  rows: readonly Row[];
  name: (row: Row) => string;
  /** Returns the content type of a row; approvers have several. */
  kind?: (row: Row) => string;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const save = useExport(file, { ...query, part }, { total: rows.length });
  const days = (value: number) => {
    const count = Math.round(10 * value) / 10;
    return t('approval_times.days', { count, number: formatNumber(count, locale) });
  };
  return (
    <TitledCard
      title={t(`approval_times.${part}`)}
      lead={t(`approval_times.${part}_lead`)}
      action={<ExportMenu save={save} />}
    >
      <Box sx={{ mt: 2, overflowX: 'auto' }}>
        {/* On a phone it scrolls horizontally instead of breaking words. */}
        <Table
          size="small"
          aria-label={t(`approval_times.${part}`)}
          sx={{ '& th, & td': { overflowWrap: 'normal', px: { xs: 1, sm: 2 } } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>
                {t(`approval_times.${part === 'levels' ? 'level' : 'approver'}`)}
              </TableCell>
              {kind && <TableCell>{t('approval_times.content_type')}</TableCell>}
              <TableCell align="right">{t('approval_times.decided')}</TableCell>
              <TableCell align="right">{t('approval_times.median')}</TableCell>
              <TableCell align="right">{t('approval_times.p90')}</TableCell>
              <TableCell align="right">{t('approval_times.overdue')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow
                key={`${name(row)} ${'user_id' in row ? row.user_id : row.level_id} ${kind?.(row)}`}
              >
                <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
                  <bdi>{name(row)}</bdi>
                </TableCell>
                {kind && <TableCell>{kind(row)}</TableCell>}
                <TableCell align="right">{formatNumber(row.decided, locale)}</TableCell>
                <TableCell align="right">{days(row.median)}</TableCell>
                <TableCell align="right">{days(row.p90)}</TableCell>
                <TableCell align="right">
                  {t('approval_times.overdue_of', {
                    share: formatPercent((100 * row.overdue) / row.decided, locale),
                    overdue: formatNumber(row.overdue, locale),
                  })}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </TitledCard>
  );
}
