import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ErasureObstacle, ErasureRow } from '@/api/identity';
import { zErasureDecision } from '@/api/identity/zod.gen';
import { DateText } from '@/components/DateText';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { Person } from '@/components/Person';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { erasures } from './lists';
import { useDecideErasure, useErasure } from './queries';

/** An erasure request with its decision. */
export default function ErasurePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  return (
    <RecordPage
      list={erasures}
      listTitle={t('routes.erasures')}
      id={id}
      query={useErasure(id)}
      notFound="errors.erasure.not_found"
      title={(row) => localized(row?.person, 'name', locale) || t('routes.erasure')}
      status={({ status }) => <StatusChip noun="erasure" status={status} size="medium" />}
    >
      {(row) => (
        <>
          {row.status === 'checking' && <Alert severity="info">{t('erasures.checking')}</Alert>}
          {row.status === 'blocked' && <Obstacles row={row} />}
          <Request row={row} />
          {row.status === 'requested' && <Decide key={row.status} row={row} />}
        </>
      )}
    </RecordPage>
  );
}

/** The obstacles, with links to lists that the user can open. */
function Obstacles({ row: { obstacles, person } }: { row: ErasureRow }) {
  const { t } = useTranslation();
  const opens = useOpens();
  return (
    <Alert severity="warning">
      {t('erasures.blocked')}
      <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
        {obstacles.map((obstacle) => {
          const text = t(`erasures.obstacle.${obstacle}`);
          const route = LISTS[obstacle];
          return (
            <li key={obstacle}>
              {route && opens(route) ? (
                <TextLink to={href(paths[route], {}, { search: person.email })}>{text}</TextLink>
              ) : (
                text
              )}
            </li>
          );
        })}
      </Box>
    </Alert>
  );
}

const LISTS: Partial<Record<ErasureObstacle, 'enrollments' | 'payments'>> = {
  open_enrollment: 'enrollments',
  charge_due: 'payments',
  payment_running: 'payments',
  refund_running: 'payments',
};

function Request({ row }: { row: ErasureRow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const decider = localized(row, 'decided_by_name', locale);
  const requester = localized(row, 'requested_by_name', locale);
  return (
    <TitledCard title={t('routes.erasure')}>
      <Details
        entries={[
          [t('erasures.person'), <Person key="p" person={row.person} />],
          [t('erasures.asked_on'), <DateText key="a" value={row.created_at} style="datetime" />],
          requester && [t('erasures.requested_by'), requester],
          row.reason && [
            t('erasures.reason'),
            <span key="r" dir="auto">
              {row.reason}
            </span>,
          ],
          row.decided_at && [
            t('erasures.decided_on'),
            <DateText key="d" value={row.decided_at} style="datetime" />,
          ],
          decider && [t('erasures.decided_by'), decider],
          row.comment && [
            t('erasures.comment'),
            <span key="c" dir="auto">
              {row.comment}
            </span>,
          ],
          row.erased_at && [
            t('erasures.erased_on'),
            <DateText key="e" value={row.erased_at} style="datetime" />,
          ],
        ]}
      />
    </TitledCard>
  );
}

function Decide({ row }: { row: ErasureRow }) {
  const { t } = useTranslation();
  const [approve, setApprove] = useState<boolean | null>(null);
  if (!row.can_decide) return <Alert severity="info">{t('erasures.own')}</Alert>;
  return (
    <TitledCard title={t('erasures.decide')} lead={t('erasures.decide_lead')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2.5 }}>
        <Button variant="contained" color="error" onClick={() => setApprove(true)}>
          {t('erasures.approve')}
        </Button>
        <Button variant="outlined" onClick={() => setApprove(false)}>
          {t('erasures.reject')}
        </Button>
      </Box>
      {approve !== null && (
        <DecisionDialog row={row} approve={approve} onClose={() => setApprove(null)} />
      )}
    </TitledCard>
  );
}

function DecisionDialog({
  row,
  approve,
  onClose,
}: {
  row: ErasureRow;
  approve: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const decide = useDecideErasure();
  const form = useZodForm(zErasureDecision, { approve, comment: '' }, 'onSubmit');
  const name = localized(row.person, 'name', useLocale());
  return (
    <FormDialog
      form={form}
      title={t(approve ? 'erasures.approve_title' : 'erasures.reject_title', { name })}
      text={approve ? t('erasures.decide_lead') : undefined}
      saveLabel={t(approve ? 'erasures.approve' : 'erasures.reject')}
      color={approve ? 'error' : 'primary'}
      onSave={async (body) => {
        await decide.mutateAsync({ path: { erasure_id: row.id }, body });
        toast.success(t('erasures.done'));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="comment"
        label={t('erasures.comment')}
        hint={t('erasures.comment_hint')}
        multiline
        minRows={2}
        required
      />
    </FormDialog>
  );
}
