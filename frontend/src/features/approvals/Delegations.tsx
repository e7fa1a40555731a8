import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DelegationRead } from '@/api/approvals';
import { DateText } from '@/components/DateText';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { AwayDialog } from './AwayDialog';
import { delegationsQuery, useEndDelegation } from './queries';

/** Opens the dialog for delegating decisions. */
export function AwayButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('delegations.away')}
      </Button>
      {open && <AwayDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The current and future delegations from and to the user. */
export function Delegations() {
  const { data } = useQuery(delegationsQuery);
  const shown = [...(data?.given ?? []), ...(data?.taken ?? [])];
  if (shown.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2 }}>
      {data?.given.map((delegation) => (
        <Delegation key={delegation.id} delegation={delegation} side="given" />
      ))}
      {data?.taken.map((delegation) => (
        <Delegation key={delegation.id} delegation={delegation} side="taken" />
      ))}
    </Box>
  );
}

function Delegation({ delegation, side }: { delegation: DelegationRead; side: 'given' | 'taken' }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const end = useEndDelegation(() => toast.success(t('delegations.ended')));
  const name = localized(
    side === 'given' ? delegation.delegate : delegation.approver,
    'name',
    locale,
  );
  const types = delegation.content_types
    .map((type) => t(`approvals.content.${type}`))
    .join(t('table.list_separator'));
  return (
    <Alert
      severity="info"
      sx={{ alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
      action={
        <FailureBeside of={end}>
          <Button
            color="inherit"
            size="small"
            loading={end.isPending}
            onClick={() => end.mutate({ path: { delegation_id: delegation.id } })}
            aria-label={t(`delegations.end_named.${side}`, { name })}
          >
            {t('delegations.end')}
          </Button>
        </FailureBeside>
      }
    >
      <strong>{t(`delegations.${side}`, { name })}</strong>
      <Box component="span" sx={{ display: 'block' }}>
        <DateText value={delegation.first_day} /> – <DateText value={delegation.last_day} />
        {' · '}
        {types || t('delegations.all')}
      </Box>
    </Alert>
  );
}
