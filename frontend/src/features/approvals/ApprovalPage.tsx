import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import type { RequestDetail, StepApprover } from '@/api/approvals';
import { DateText } from '@/components/DateText';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { isAllowed } from '@/lib/access';
import { useSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { DecideRequest } from './DecideRequest';
import { myApprovals } from './lists';
import { Notes } from './Notes';
import { approvalQuery } from './queries';
import { ReassignDialog } from './ReassignDialog';
import { RequestHistory } from './RequestHistory';
import { Submitted } from './Submitted';

/** A request: the submission, its progress and the decision. */
export default function ApprovalPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const session = useSession();
  const [reassigning, setReassigning] = useState(false);
  const mayReassign = isAllowed(
    { profiles: ['admin'], permissions: ['edit-approval-level'] },
    session,
  );
  return (
    <RecordPage
      list={myApprovals}
      listTitle={t('routes.myApprovals')}
      id={id}
      query={useQuery(approvalQuery(id))}
      notFound="errors.approval_request.not_found"
      title={(request) => localized(request, 'name', locale) || t('routes.approval')}
      status={({ status }) => <StatusChip noun="request" status={status} size="medium" />}
      actions={({ status, step }) =>
        mayReassign && status === 'pending' && step > 0
          ? [{ label: t('handovers.reassign'), onSelect: () => setReassigning(true) }]
          : []
      }
      aside={(request) => (
        <>
          <Levels request={request} />
          {!request.own && <Notes requestId={request.id} />}
          <RequestHistory request={request} />
          <Rounds request={request} />
        </>
      )}
    >
      {(request) => (
        <>
          {request.own && request.status === 'pending' && (
            <Alert severity="info">{t('approvals.own')}</Alert>
          )}
          {request.can_decide && <DecideRequest key={request.step} request={request} />}
          {request.comment && request.status !== 'pending' && (
            <Alert severity={request.status === 'approved' ? 'success' : 'warning'}>
              <bdi>{request.comment}</bdi>
            </Alert>
          )}
          <Submitted request={request} />
          {reassigning && (
            <ReassignDialog request={request} onClose={() => setReassigning(false)} />
          )}
        </>
      )}
    </RecordPage>
  );
}

/** The levels with their approvers. */
function Levels({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const getApproverName = (approver: StepApprover) => {
    const name = localized(approver, 'name', locale);
    const delegates = approver.delegates
      .map((delegate) => localized(delegate, 'name', locale))
      .join(t('table.list_separator'));
    return delegates ? t('delegations.absent', { name, delegates }) : name;
  };
  return (
    <TitledCard title={t('approvals.levels')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mt: 2.5, display: 'grid', gap: 2 }}>
        {request.steps.map((step) => (
          <Box
            component="li"
            key={step.position}
            aria-current={step.state === 'current' || undefined}
          >
            <Typography sx={{ fontWeight: 600 }}>{localized(step, 'name', locale)}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t(`approvals.states.${step.state}`)}
              {step.approvers.length > 0 &&
                ` · ${step.approvers
                  .map((approver) => getApproverName(approver))
                  .join(t('table.list_separator'))}`}
            </Typography>
          </Box>
        ))}
        {request.steps.length === 0 && <li>{t('approvals.no_levels')}</li>}
      </Box>
    </TitledCard>
  );
}

/** Other submissions of the same record. */
function Rounds({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  if (request.submissions.length < 2) return null;
  return (
    <TitledCard title={t('approvals.rounds')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 2, display: 'grid', gap: 1.5 }}>
        {request.submissions.map(({ id, submission, submitted_at, status }) => (
          <Box component="li" key={id} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            {id === request.id ? (
              <span aria-current="page">{t('approvals.round_of', { number: submission })}</span>
            ) : (
              <Link component={RouterLink} to={href(paths.approval, { id })}>
                {t('approvals.round_of', { number: submission })}
              </Link>
            )}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              <DateText value={submitted_at} />
            </Typography>
            <StatusChip noun="request" status={status} />
          </Box>
        ))}
      </Box>
    </TitledCard>
  );
}
