import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorRead, SecondFactorSetup } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { PasswordDialog } from './PasswordDialog';
import { secondFactorQuery, useBeginSecondFactor, useRenewRecoveryCodes } from './queries';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { SetupDialog } from './SetupDialog';
import { TurnOffDialog } from './TurnOffDialog';

const FEW_CODES = 3;

type Question = 'set_up' | 'turn_off' | 'renew';

/** The state of two-step sign-in, with its actions. */
export function SecondFactorCard({ username }: { username: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(secondFactorQuery());
  const [question, ask] = useState<Question | null>(null);
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useBeginSecondFactor();
  const renew = useRenewRecoveryCodes();
  const close = () => ask(null);
  return (
    <TitledCard
      title={t('security.factor.title')}
      lead={t('security.factor.lead')}
      action={data && <State isOn={data.since !== null} />}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} />}
      {data && <SecondFactor state={data} onAsk={ask} />}
      {question === 'set_up' && (
        <PasswordDialog
          title={t('security.password.title')}
          text={t('security.password.text')}
          saveLabel={t('security.password.next')}
          username={username}
          onPassword={async (body) => setSetup(await begin.mutateAsync({ body }))}
          onClose={close}
        />
      )}
      {question === 'renew' && (
        <PasswordDialog
          title={t('security.renew.title')}
          text={t('security.renew.text')}
          saveLabel={t('security.renew.save')}
          username={username}
          onPassword={async (body) => setCodes((await renew.mutateAsync({ body })).recovery_codes)}
          onClose={close}
        />
      )}
      {question === 'turn_off' && <TurnOffDialog username={username} onClose={close} />}
      {setup && <SetupDialog setup={setup} onCodes={setCodes} onClose={() => setSetup(null)} />}
      {codes && (
        <RecoveryCodesDialog codes={codes} username={username} onClose={() => setCodes(null)} />
      )}
    </TitledCard>
  );
}

function State({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  return (
    <Chip
      size="small"
      color={isOn ? 'success' : 'default'}
      label={t(isOn ? 'security.factor.on' : 'security.factor.off')}
    />
  );
}

interface SecondFactorProps {
  state: SecondFactorRead;
  onAsk: (question: Question) => void;
}

function SecondFactor({ state: { since, recovery_codes, enforced }, onAsk }: SecondFactorProps) {
  const { t } = useTranslation();
  if (!since) {
    return (
      <Button variant="contained" sx={{ mt: 3 }} onClick={() => onAsk('set_up')}>
        {t('security.factor.set_up')}
      </Button>
    );
  }
  return (
    <>
      <Details
        entries={[
          [t('security.factor.since'), <DateText key="since" value={since} style="datetime" />],
          [t('security.factor.codes_left'), recovery_codes],
        ]}
      />
      {recovery_codes < FEW_CODES && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          {t('security.factor.few_left')}
        </Alert>
      )}
      <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button variant="outlined" onClick={() => onAsk('renew')}>
          {t('security.factor.renew')}
        </Button>
        {enforced ? (
          t('security.factor.enforced')
        ) : (
          <Button color="error" onClick={() => onAsk('turn_off')}>
            {t('security.factor.turn_off')}
          </Button>
        )}
      </Box>
    </>
  );
}
