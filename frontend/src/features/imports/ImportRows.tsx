import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportCheck } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

type Row = ImportCheck['rows'][number];

/** The rows of the import, invalid ones first, and the import button. */
export function ImportRows({
  check,
  pending,
  problem,
  onImport,
}: {
  check: ImportCheck;
  pending: boolean;
  problem: ReactNode;
  onImport: (chosen: { leave_out: boolean; hijri_confirmed: boolean }) => void;
}) {
  const { t } = useTranslation();
  const broken = check.rows.filter(({ problems }) => problems.length > 0);
  const good = check.rows.filter(({ problems }) => problems.length === 0);
  const hijri = good.reduce((count, { hijri_days }) => count + hijri_days.length, 0);
  const [isConfirmed, setConfirmed] = useState(false);
  return (
    <TitledCard title={t('imports.rows')}>
      <Alert severity={broken.length > 0 ? 'warning' : 'success'} sx={{ mt: 2 }}>
        {broken.length > 0
          ? t('imports.some_broken', { count: broken.length })
          : t('imports.all_good', { count: good.length })}
      </Alert>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {[...broken, ...good].map((row) => (
          <RowLine key={row.number} row={row} columns={check.columns} />
        ))}
      </Box>
      <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>{problem}</Box>
      {hijri > 0 && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {t('imports.hijri', { count: hijri })}
          <FormControlLabel
            sx={{ display: 'flex', mt: 0.5 }}
            control={<Checkbox checked={isConfirmed} />}
            label={t('imports.hijri_confirm')}
            slotProps={{ typography: { variant: 'body2' } }}
            onChange={(_, checked) => setConfirmed(checked)}
          />
        </Alert>
      )}
      {good.length > 0 && (
        <Box sx={{ mt: 2.5 }}>
          <Button
            variant="contained"
            loading={pending}
            disabled={hijri > 0 && !isConfirmed}
            onClick={() => onImport({ leave_out: broken.length > 0, hijri_confirmed: isConfirmed })}
          >
            {t(broken.length > 0 ? 'imports.import_good' : 'imports.import_all', {
              count: good.length,
            })}
          </Button>
          <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {t('imports.drafts')}
          </Typography>
        </Box>
      )}
    </TitledCard>
  );
}

function RowLine({ row, columns }: { row: Row; columns: ImportCheck['columns'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '90px minmax(0, 1fr)' },
        columnGap: 2,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('imports.row', { number: row.number })}
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Typography dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {localized(row, 'title', locale) || '–'}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <bdi>{row.code || '–'}</bdi>
          {row.starts_at && (
            <>
              {' · '}
              <DateText value={row.starts_at} style="datetime" />
            </>
          )}
          {row.sessions && <> · {t('batches.planned', { count: row.sessions })}</>}
        </Typography>
        {row.hijri_days.map(({ column, typed, day }) => (
          <Typography key={column} variant="body2" sx={{ mt: 0.5 }}>
            {t('imports.hijri_day', {
              column: columns.find(({ name }) => name === column)?.[locale] ?? column,
              typed: `\u2068${typed}\u2069`,
              day: formatDate(day, locale),
            })}
          </Typography>
        ))}
        {row.problems.map(({ field, code, message }) => (
          <Typography key={field} variant="body2" color="error" sx={{ mt: 0.5 }}>
            {columns.find(({ name }) => name === field)?.[locale] ?? field}:{' '}
            {t(`errors.${code}`, { defaultValue: message })}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
