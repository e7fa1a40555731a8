import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchCard } from '@/api/catalog';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { ownBatchesQuery, ownBatchQuery } from './deskQueries';

type Batch = Pick<BatchCard, 'id' | 'code' | 'starts_at' | 'training'>;

/** Chooses one of the own batches by its training's name. */
export function BatchFilter({
  value,
  onChange,
}: {
  /** The id of the chosen batch, or nothing. */
  value: string;
  onChange: (batchId: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const found = useQuery(ownBatchesQuery(typed));
  // A shared address holds an id only.
  const chosen = useQuery({ ...ownBatchQuery(value), enabled: value !== '' });
  const options: Batch[] = found.data?.data ?? [];
  const known =
    options.find(({ id }) => id === value) ?? (chosen.data?.id === value ? chosen.data : null);
  return (
    <Autocomplete<Batch>
      size="small"
      options={options}
      value={value ? known : null}
      loading={found.isFetching}
      loadingText={t('common.loading')}
      noOptionsText={t('common.no_options')}
      filterOptions={(all) => all}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={(batch) =>
        `${localized(batch.training, 'title', locale)} · ${formatDate(batch.starts_at, locale)}`
      }
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_, batch) => onChange(batch?.id ?? '')}
      renderInput={(params) => <TextField {...params} label={t('enrollments.batch')} />}
      sx={{ minWidth: { sm: 340 } }}
    />
  );
}
