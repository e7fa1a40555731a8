import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail, CellUpdate } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { columnNames } from './columns';
import { useReplaceFile, useSaveMapping } from './queries';
import { UploadCard } from './UploadCard';

type ColumnName = CellUpdate['column'];

const NONE = '';

/** Maps the file's columns to ours, with sample values. */
export function MappingStep({ bulk, onDone }: { bulk: BulkEnrollmentDetail; onDone: () => void }) {
  const { t } = useTranslation();
  const [mapping, setMapping] = useState<Record<string, number>>(bulk.mapping);
  const save = useSaveMapping();
  const replace = useReplaceFile();
  const path = { bulk_id: bulk.id };
  const names = columnNames(bulk);
  const has = (...of: ColumnName[]) => of.some((name) => mapping[name] !== undefined);
  const complete =
    has('civil_number', 'passport_number') &&
    has('name_en', 'name_ar') &&
    (bulk.batch_id !== null || has('batch'));

  const choose = (name: ColumnName, place: string) => {
    const { [name]: _, ...others } = mapping;
    setMapping(place === NONE ? others : { ...others, [name]: Number(place) });
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 880 }}>
      <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 } }}>
        <Typography variant="h4" component="h2">
          {t('bulk_enrollments.mapping')}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, mb: 3, color: 'text.secondary' }}>
          {t('bulk_enrollments.mapping_lead')}
        </Typography>
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {names.map((name) => (
            <ColumnChoice
              key={name}
              name={name}
              bulk={bulk}
              place={mapping[name]}
              onChoose={(place) => choose(name, place)}
            />
          ))}
        </Box>
        <Box sx={{ mt: 3, display: 'grid', gap: 2, justifyItems: 'start' }}>
          <ActionError error={save.error} />
          {!complete && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('bulk_enrollments.mapping_needs')}
            </Typography>
          )}
          <Button
            variant="contained"
            size="large"
            disabled={!complete}
            loading={save.isPending}
            onClick={() => save.mutate({ path, body: { mapping } }, { onSuccess: onDone })}
          >
            {t('bulk_enrollments.check_rows')}
          </Button>
        </Box>
      </Card>
      <UploadCard
        error={replace.error}
        pending={replace.isPending}
        onChoose={(file) => replace.mutate({ path, body: { file } }, { onSuccess: onDone })}
      />
    </Box>
  );
}

function ColumnChoice({
  name,
  bulk,
  place,
  onChoose,
}: {
  name: ColumnName;
  bulk: BulkEnrollmentDetail;
  place: number | undefined;
  onChoose: (place: string) => void;
}) {
  const { t } = useTranslation();
  const values = place === undefined ? [] : bulk.samples.map((cells) => cells[place] ?? '');
  const shown = values.filter(Boolean);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 0.5, md: 2 },
        alignItems: 'center',
        gridTemplateColumns: { md: '320px minmax(0, 1fr)' },
      }}
    >
      <TextField
        select
        size="small"
        label={t(`bulk_enrollments.column.${name}`)}
        value={place === undefined ? NONE : String(place)}
        onChange={({ target }) => onChoose(target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value={NONE}>{t('bulk_enrollments.not_in_file')}</MenuItem>
        {bulk.headings.map((heading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may repeat a heading.
          <MenuItem key={index} value={String(index)}>
            <bdi>{heading || t('bulk_enrollments.unnamed', { number: index + 1 })}</bdi>
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        {shown.length > 0 && (
          <Trans
            i18nKey="bulk_enrollments.such_as"
            components={{ values: <bdi>{shown.join(' · ')}</bdi> }}
          />
        )}
      </Typography>
    </Box>
  );
}
