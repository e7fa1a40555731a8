import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberKind } from '@/api/identity';
import { RequestNumberDialog } from './RequestNumberDialog';

/** Shows that another account uses the number, with a button to claim it. */
export function TakenNumberAlert({
  kind,
  number,
  country,
}: {
  kind: NumberKind;
  number: string;
  /** The country of a passport. */
  country?: string | null;
}) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Alert
      severity="info"
      sx={{ mt: 3 }}
      action={
        <Button color="inherit" onClick={() => setAsking(true)} sx={{ whiteSpace: 'nowrap' }}>
          {t('numbers.taken.action')}
        </Button>
      }
    >
      <AlertTitle>{t('numbers.taken.title')}</AlertTitle>
      {t('numbers.taken.text')}
      {asking && (
        <RequestNumberDialog
          kind={kind}
          cause="claim"
          number={number}
          country={country}
          onClose={() => setAsking(false)}
        />
      )}
    </Alert>
  );
}
