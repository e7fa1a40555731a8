import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import type { AuditChange } from '@/api/identity';
import { fieldText } from './words';

/** The fields of a change, before and after. */
export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ mt: 2, overflowX: 'auto' }}>
      <Table size="small" sx={{ '& td, & th': { px: { xs: 1, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('audit.field')}</TableCell>
            <TableCell>{t('audit.before')}</TableCell>
            <TableCell>{t('audit.after')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map(({ field, before, after }) => (
            <TableRow key={field}>
              <TableCell
                component="th"
                scope="row"
                sx={{ fontWeight: 500, whiteSpace: { sm: 'nowrap' } }}
              >
                <bdi>{fieldText(t, field)}</bdi>
              </TableCell>
              <Value value={before} muted />
              <Value value={after} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Value({ value, muted = false }: { value: unknown; muted?: boolean }) {
  return (
    <TableCell
      dir="auto"
      sx={{
        color: muted ? 'text.secondary' : undefined,
        overflowWrap: 'anywhere',
        minWidth: { sm: 140 },
      }}
    >
      {formatValue(value)}
    </TableCell>
  );
}

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
