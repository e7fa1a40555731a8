import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionError } from '@/components/feedback/ActionError';
import { FileDrop } from '@/components/file/FileDrop';
import { findHijriDays, HijriConfirmation } from '@/components/HijriConfirmation';
import { toast } from '@/lib/toast';
import { useReportCheck, useReportUpload } from './queries';

const COLUMNS = [
  'amount',
  'day',
  'transaction_id',
  'kind',
  'fee',
  'currency',
  'reference',
] as const;

/** Uploads a settlement report and maps its columns. */
export function ReportUpload() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        {t('reconciliation.upload')}
      </Button>
      {open && <UploadDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const check = useReportCheck();
  const upload = useReportUpload();
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Record<string, string>>({});
  const take = (chosen: File) => {
    setFile(chosen);
    upload.reset();
    check.mutate({ body: { file: chosen } }, { onSuccess: (found) => setColumns(found.columns) });
  };
  const compare = (hijri_confirmed: boolean) => {
    if (!file) return;
    const body = { file, columns: JSON.stringify(columns), hijri_confirmed };
    upload.mutate(
      { body },
      {
        onSuccess: ({ open }) => {
          toast.success(t('reconciliation.compared', { count: open }));
          onClose();
        },
      },
    );
  };
  const checked = check.data;
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="report-upload">
      <DialogTitle id="report-upload">{t('reconciliation.upload_title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        {checked && file ? (
          <>
            <Typography>
              <bdi>{file.name}</bdi> · {t('reconciliation.columns_text', { count: checked.lines })}
            </Typography>
            {COLUMNS.map((name) => (
              <TextField
                key={name}
                select
                label={t(`reconciliation.columns.${name}`)}
                required={name === 'amount' || name === 'day'}
                value={columns[name] ?? ''}
                helperText={findExample(checked, columns[name])}
                onChange={({ target }) =>
                  setColumns(({ [name]: _, ...others }) =>
                    target.value ? { ...others, [name]: target.value } : others,
                  )
                }
              >
                <MenuItem value="">{t('reconciliation.no_column')}</MenuItem>
                {[...new Set(checked.headings)].map((heading) => (
                  <MenuItem key={heading} value={heading}>
                    <bdi>{heading}</bdi>
                  </MenuItem>
                ))}
              </TextField>
            ))}
          </>
        ) : (
          <FileDrop
            title={t('reconciliation.drop')}
            label={t('reconciliation.choose')}
            hint={t('reconciliation.hint')}
            accept=".csv,.xlsx"
            pending={check.isPending}
            error={check.error}
            onChoose={take}
          />
        )}
        <HijriConfirmation
          error={upload.error}
          pending={upload.isPending}
          onConfirm={() => compare(true)}
        />
        {!findHijriDays(upload.error) && (
          <ActionError
            error={upload.error}
            onRetry={() => compare(upload.variables?.body.hijri_confirmed ?? false)}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {checked && (
          <Button
            variant="contained"
            loading={upload.isPending}
            disabled={!(columns.amount && columns.day)}
            onClick={() => compare(false)}
          >
            {t('reconciliation.compare')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Returns the first value below a heading. */
function findExample(checked: { headings: string[]; examples: string[][] }, heading?: string) {
  const place = heading === undefined ? -1 : checked.headings.indexOf(heading);
  const cells = place < 0 ? [] : checked.examples.map((cells) => cells[place]).filter(Boolean);
  return <bdi>{cells.join(' · ')}</bdi>;
}
