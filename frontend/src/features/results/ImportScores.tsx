import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  checkScoreImport,
  getScoreTemplate,
  importScores,
  type ResultSheet,
  type ScoreImport,
} from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { FileButton } from '@/components/file/FileButton';
import { localized, useLocale } from '@/i18n';
import { download } from '@/lib/download';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useInvalidate } from '@/lib/useInvalidate';
import { sheetQuery } from './queries';

/** Maximum number of listed rows. */
const MAX_SHOWN = 100;
const LISTING = { '& .MuiAlert-message': { width: '100%' } };
const LIST = { m: 0, mt: 1, ps: 2.5, maxHeight: 320, overflowY: 'auto' };

/** Imports scores from a file: template, check by row, then all rows or none. */
export function ImportScores({ sheet }: { sheet: ResultSheet }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        {t('results.import.action')}
      </Button>
      {open && <ImportDialog sheet={sheet} onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ sheet, onClose }: { sheet: ResultSheet; onClose: () => void }) {
  const { t } = useTranslation();
  const { template, check, store } = useScoreFile(sheet);
  const found = check.data;
  const file = check.variables;
  const send = () => file && store.mutate(file, { onSuccess: onClose });
  const ready = found !== undefined && found.invalid === 0 && found.changed > 0;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{t('results.import.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('results.import.text')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button
            variant="outlined"
            startIcon={<DownloadIcon />}
            loading={template.isPending}
            onClick={() => template.mutate()}
          >
            {t('results.import.template')}
          </Button>
          <FileButton
            label={t('results.import.file')}
            accept=".xlsx,.csv"
            variant="outlined"
            startIcon={<UploadIcon />}
            loading={check.isPending}
            onChoose={(file) => {
              store.reset();
              check.mutate(file);
            }}
          />
        </Box>
        {file && (
          <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Typography>
        )}
        <ActionError error={template.error} onRetry={template.mutate} />
        <ActionError error={check.error} onRetry={() => file && check.mutate(file)} />
        {found && <Found found={found} sheet={sheet} />}
        <ActionError error={store.error} onRetry={send} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="contained" disabled={!ready} loading={store.isPending} onClick={send}>
          {t('results.import.store', { count: found?.changed ?? 0 })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useScoreFile(sheet: ResultSheet) {
  const { t } = useTranslation();
  const language = useLocale();
  const client = useQueryClient();
  const refresh = useInvalidate('results');
  const path = { batch_id: sheet.batch_id };
  const template = useMutation({
    mutationFn: () =>
      getScoreTemplate({ path, query: { language }, parseAs: 'blob', throwOnError: true }),
    onSuccess: ({ data }) => download(`scores-${sheet.code}.xlsx`, data as Blob),
  });
  const check = useMutation({
    mutationFn: async (file: File) =>
      (await checkScoreImport({ path, body: { file }, throwOnError: true })).data,
  });
  const store = useMutation({
    mutationFn: async (file: File) =>
      (await importScores({ path, body: { file }, throwOnError: true })).data,
    onSuccess: async (latest) => {
      // Update the sheet first, because the refetched grid derives its rows from it.
      client.setQueryData(sheetQuery(sheet.batch_id).queryKey, latest);
      await refresh();
      toast.success(t('results.import.stored', { count: check.data?.changed ?? 0 }));
    },
  });
  return { template, check, store };
}

/** The scores to store with those they replace, or the invalid rows. */
function Found({ found, sheet }: { found: ScoreImport; sheet: ResultSheet }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const getTitle = (id: string | null) =>
    localized(
      sheet.assessments.find((each) => each.id === id),
      'title',
      locale,
    );
  if (found.invalid > 0) {
    const wrong = found.rows.filter(({ problems }) => problems.length > 0);
    return (
      <Alert severity="error" sx={LISTING}>
        {t('results.import.invalid', { count: found.invalid })}
        <Box component="ul" sx={LIST}>
          {wrong.slice(0, MAX_SHOWN).flatMap(({ line, person, problems }) =>
            problems.map(({ assessment_id, code, value }) => (
              <li key={`${line} ${assessment_id}`}>
                {t('results.import.row', { line })} · <bdi>{person}</bdi>
                {assessment_id && (
                  <>
                    {' · '}
                    {getTitle(assessment_id)}: <bdi>{value}</bdi>
                  </>
                )}{' '}
                – {t(`errors.${code}`)}
              </li>
            )),
          )}
        </Box>
      </Alert>
    );
  }
  if (found.changed === 0) return <Alert severity="info">{t('results.import.nothing')}</Alert>;
  const replaced = found.rows.flatMap(({ line, person, scores }) =>
    scores.flatMap(({ assessment_id, points, before }) =>
      before === null || before === points ? [] : [{ line, person, assessment_id, points, before }],
    ),
  );
  return (
    <>
      <Alert severity="success">{t('results.import.ready', { count: found.changed })}</Alert>
      {replaced.length > 0 && (
        <Alert severity="warning" sx={LISTING}>
          {t('results.import.replaced', { count: replaced.length })}
          <Box component="ul" sx={LIST}>
            {replaced.slice(0, MAX_SHOWN).map(({ line, person, assessment_id, points, before }) => (
              <li key={`${line} ${assessment_id}`}>
                {t('results.import.row', { line })} · <bdi>{person}</bdi> ·{' '}
                {getTitle(assessment_id)}:{' '}
                {t('results.import.was', {
                  points: formatNumber(points, locale),
                  before: formatNumber(before, locale),
                })}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </>
  );
}
