import AlertIcon from '@mui/icons-material/NotificationAddOutlined';
import SetIcon from '@mui/icons-material/NotificationsActiveOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingSummary } from '@/api/catalog';
import { withMessages } from '@/i18n';
import { useAlerts } from './useAlerts';

const AlertDialog = lazy(withMessages(() => import('./AlertDialog')));

interface AlertButtonProps extends Pick<ButtonProps, 'fullWidth' | 'sx'> {
  training: Pick<TrainingSummary, 'id' | 'title_en' | 'title_ar'>;
}

/** Requests alerts for new dates of a training, for visitors and candidates. */
export function AlertButton({ training, ...rest }: AlertButtonProps) {
  const { t } = useTranslation();
  const { alerts, mayOwn } = useAlerts();
  const [open, setOpen] = useState(false);
  if (!mayOwn) return null;
  const mine = alerts?.filter((alert) => alert.training.id === training.id) ?? [];
  const isSet = mine.length > 0;
  return (
    <>
      <Button
        variant="text"
        startIcon={isSet ? <SetIcon /> : <AlertIcon />}
        onClick={() => setOpen(true)}
        {...rest}
      >
        {t(isSet ? 'alerts.is_set' : 'alerts.button')}
      </Button>
      {open && (
        <Suspense>
          <AlertDialog training={training} alerts={mine} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
