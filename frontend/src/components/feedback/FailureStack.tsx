import CloseIcon from '@mui/icons-material/CloseOutlined';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TrailStart } from '@/components/Crumbs';
import { MAIN_ID } from '@/components/SkipLink';
import { dismissFailure, type Failure, runAction } from '@/lib/failures';
import { isTransient } from '@/lib/fault';
import { useProblemText } from '@/lib/useProblemText';
import { FailureAlert } from './FailureAlert';

/** Failed actions at the top of the page, in view while it scrolls, each with a way to retry it. */
export default function FailureStack({ failures }: { failures: readonly Failure[] }) {
  const inDashboard = useContext(TrailStart) === 'dashboard';
  return (
    <Box
      sx={{
        position: 'sticky',
        // Below the page's header.
        top: 76,
        zIndex: 'mobileStepper',
        // Aligned with the content, which the dashboard indents on both sides.
        ...(inDashboard ? { maxWidth: 1536 } : { mx: { xs: 2, lg: 'auto' }, width: { lg: 960 } }),
        mb: 2,
        display: 'grid',
        gap: 1,
      }}
    >
      {failures.map((failure) => (
        <StandingFailure key={failure.key} failure={failure} />
      ))}
    </Box>
  );
}

function StandingFailure({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [pending, setPending] = useState(false);
  const [retried, setRetried] = useState(false);
  const { key, failed, error, textOf = problemText } = failure;
  const close = () => {
    dismissFailure(key);
    document.getElementById(MAIN_ID)?.focus();
  };
  const retry = async () => {
    setPending(true);
    setRetried(true);
    if (await runAction(failure)) document.getElementById(MAIN_ID)?.focus();
    setPending(false);
  };
  return (
    <FailureAlert
      failure={error}
      // It is announced without taking the focus, because the user may be typing elsewhere.
      leavesFocus={!retried}
      sx={{ boxShadow: 4 }}
      action={
        <>
          {isTransient(error) && (
            <Button color="inherit" size="small" loading={pending} onClick={() => void retry()}>
              {t('common.try_again')}
            </Button>
          )}
          <IconButton color="inherit" size="small" aria-label={t('common.close')} onClick={close}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </>
      }
    >
      <AlertTitle>{failed}</AlertTitle>
      {textOf(error)}
    </FailureAlert>
  );
}
