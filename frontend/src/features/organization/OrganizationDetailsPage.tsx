import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnOrganization, Step } from '@/api/identity';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Wizard } from '@/components/form/Wizard';
import { PageContainer } from '@/components/PageContainer';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { ApprovalHistory } from '@/domain/approvals/ApprovalHistory';
import { ApprovalProgress } from '@/domain/approvals/ApprovalProgress';
import { progressQuery } from '@/domain/approvals/queries';
import { OrganizationOverview } from '@/domain/submissions/OrganizationOverview';
import { useSession } from '@/lib/session';
import { DocumentsStep } from './DocumentsStep';
import { organizationQuery, submissionsQuery } from './queries';
import { Remarks } from './Remarked';
import { RemarkLinks } from './RemarkLinks';
import { ReviewStep } from './ReviewStep';
import type { Way } from './StepForm';
import { AddressStep, ContactStep, DetailsStep } from './steps';

/** The user's organization: onboarding steps, submission, status and later changes. */
export default function OrganizationDetailsPage() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(organizationQuery());
  return (
    <PageContainer
      title={t('organization.title')}
      subtitle={data && <StatusChip noun="approval" status={data.status} size="medium" />}
      width="lg"
    >
      <Box sx={{ maxWidth: 860, display: 'grid', gap: 3 }}>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {isPending && <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}
        {data && <Organization organization={data} />}
      </Box>
    </PageContainer>
  );
}

function Organization({ organization }: { organization: OwnOrganization }) {
  const { status, submission } = organization;
  const progress = useQuery({ ...progressQuery(), enabled: submission > 0 });
  if (status === 'draft' || status === 'returned') {
    return (
      <>
        <Registration organization={organization} />
        <ApprovalHistory progress={progress.data} />
      </>
    );
  }
  return (
    <>
      {status === 'submitted' && <ApprovalProgress query={progress} />}
      {status === 'rejected' && <DecisionComment organization={organization} />}
      <Summary organization={organization} />
      {organization.editable.includes('contact') && <ContactStep organization={organization} />}
      {organization.editable.includes('address') && <AddressStep organization={organization} />}
      <DocumentsStep organization={organization} />
      <ApprovalHistory progress={progress.data} />
    </>
  );
}

function Summary({ organization }: { organization: OwnOrganization }) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('organization.steps.details')}>
      <OrganizationOverview organization={organization} />
    </TitledCard>
  );
}

/** The steps until submission, with remarks on an earlier one. */
function Registration({ organization }: { organization: OwnOrganization }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const submissions = useQuery({
    ...submissionsQuery(profile?.id ?? ''),
    enabled: organization.status === 'returned' && profile !== null,
  });
  const remarks = Object.fromEntries(
    (submissions.data?.[0]?.remarks ?? []).map(({ field, text }) => [field, text]),
  );
  const done = (step: Step) => organization.missing.every((part) => part.step !== step);
  const steps = [
    ['details', DetailsStep],
    ['contact', ContactStep],
    ['address', AddressStep],
    ['documents', DocumentsStep],
  ] as const;
  return (
    <Remarks value={remarks}>
      {organization.status === 'returned' && <DecisionComment organization={organization} />}
      <Wizard
        steps={[
          ...steps.map(([name, Screen]) => ({
            name,
            title: t(`organization.steps.${name}`),
            done: done(name),
            render: (way: Way) => <Screen organization={organization} way={way} />,
          })),
          {
            name: 'review',
            title: t('organization.steps.review'),
            done: false,
            render: (way) => <ReviewStep organization={organization} way={way} />,
          },
        ]}
      />
    </Remarks>
  );
}

/** The comment of the decision. */
function DecisionComment({ organization }: { organization: OwnOrganization }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const approval = profile?.approval;
  const returned = approval?.status === 'returned';
  return (
    <Alert severity={returned ? 'warning' : 'error'}>
      <AlertTitle>{t(`organization.decided.${returned ? 'returned' : 'rejected'}`)}</AlertTitle>
      <Box component="span" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {approval?.comment}
      </Box>
      {returned && <RemarkLinks organization={organization} />}
    </Alert>
  );
}
