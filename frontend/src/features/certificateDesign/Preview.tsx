import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Sample } from '@/api/enrollment';
import { asProblem } from '@/api/problem';
import { useDebounced } from '@/lib/useDebounced';
import { useProblemText } from '@/lib/useProblemText';
import { type DesignValues, toPreviewDesign } from './designForm';
import { previewQuery } from './queries';

const samples: Sample[] = ['usual', 'long', 'english', 'arabic'];

/** A sample certificate that updates with the form. */
export function Preview({ control }: { control: Control<DesignValues> }) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const [sample, setSample] = useState<Sample>('usual');
  const values = useDebounced(useWatch({ control }) as DesignValues, 600);
  const { data, error, isFetching } = useQuery(
    previewQuery({ ...toPreviewDesign(values), sample }),
  );
  const url = useObjectUrl(data);
  const refused = asProblem(error)?.fields[0];
  return (
    <Box
      component="section"
      aria-label={t('papers.preview')}
      sx={{
        display: 'grid',
        gap: 2,
        order: { xs: -1, lg: 0 },
        position: { lg: 'sticky' },
        top: { lg: 88 },
      }}
    >
      <TextField
        select
        size="small"
        label={t('papers.sample')}
        value={sample}
        onChange={(event) => setSample(event.target.value as Sample)}
        sx={{ maxWidth: 320 }}
      >
        {samples.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`papers.samples.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <Paper
        variant="outlined"
        aria-busy={isFetching}
        sx={{ position: 'relative', aspectRatio: '297 / 210', overflow: 'hidden', bgcolor: '#fff' }}
      >
        {isFetching && <LinearProgress sx={{ position: 'absolute', insetInline: 0, top: 0 }} />}
        {url && (
          <Box
            component="img"
            src={url}
            alt={t('papers.preview_of', { sample: t(`papers.samples.${sample}`) })}
            sx={{ display: 'block', inlineSize: '100%' }}
          />
        )}
      </Paper>
      {error && (
        <Alert severity="error">
          {refused ? t(`errors.${refused.code}`, { defaultValue: refused.message }) : textOf(error)}
        </Alert>
      )}
    </Box>
  );
}

function useObjectUrl(content: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
