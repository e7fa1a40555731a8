import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementImported } from '@/api/payments';
import { FileDrop } from '@/components/file/FileDrop';
import { findHijriDays, HijriConfirmation } from '@/components/HijriConfirmation';
import { Details } from '@/components/record/Details';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { useImportStatement } from './queries';

const ACCEPTED = '.sta,.940,.mt940,.txt,.xml,.camt,.csv,.xlsx';

/** Imports a bank statement and reports the new credits. */
export function ImportStatement() {
  const { t } = useTranslation();
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const load = useImportStatement();
  const close = () => {
    setOpen(false);
    load.reset();
  };
  return (
    <>
      <Button variant="contained" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        {t('transfers.import')}
      </Button>
      <Dialog
        open={open}
        onClose={load.isPending ? undefined : close}
        aria-labelledby={titleId}
        maxWidth="sm"
        fullWidth
      >
        <DialogTitle id={titleId}>{t('transfers.import_title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <FileDrop
            title={t('transfers.drop')}
            label={t('transfers.choose')}
            hint={t('transfers.file_hint')}
            accept={ACCEPTED}
            pending={load.isPending}
            error={findHijriDays(load.error) ? null : load.error}
            onChoose={(file) => load.mutate({ body: { file } })}
            // A confirmation of Hijri dates sends the file again.
            onRetry={() => load.variables && load.mutate(load.variables)}
          />
          <HijriConfirmation
            error={load.error}
            pending={load.isPending}
            onConfirm={() =>
              load.variables &&
              load.mutate({ body: { ...load.variables.body, hijri_confirmed: true } })
            }
          />
          {load.data && <Report imported={load.data} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={load.isPending}>
            {t('common.close')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** The number of new credits and their next step. */
function Report({ imported }: { imported: StatementImported }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const number = (of: number) => formatNumber(of, locale);
  return (
    <div role="status">
      <Alert severity={imported.new > 0 ? 'success' : 'info'}>
        {t(imported.new > 0 ? 'transfers.imported' : 'transfers.nothing_new')}
      </Alert>
      <Details
        entries={[
          [t('transfers.count_new'), number(imported.new)],
          [t('transfers.count_known'), number(imported.known)],
          [t('transfers.count_proposed'), number(imported.proposed)],
          [t('transfers.count_to_decide'), number(imported.to_decide)],
          [t('transfers.count_others'), number(imported.others)],
        ]}
      />
    </div>
  );
}
