import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Avatar from '@mui/material/Avatar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { OrganizationDetail } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { Quote } from '@/components/Quote';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { useOrganizationChangesTab } from '@/domain/audit/useChangesTab';
import { OrganizationOverview } from '@/domain/submissions/OrganizationOverview';
import { localized, useLocale } from '@/i18n';
import { isAllowed } from '@/lib/access';
import { pictureProps } from '@/lib/pictureProps';
import { useSession } from '@/lib/session';
import { AddressDialog } from './AddressDialog';
import { ContactDialog } from './ContactDialog';
import { DetailsDialog } from './DetailsDialog';
import { Documents } from './Documents';
import { organizations } from './lists';
import { organizationQuery } from './queries';
import { Submissions } from './Submissions';
import { ResumeDialog, SuspendDialog } from './SuspensionDialogs';

const correcting = { profiles: ['admin'], permissions: ['edit-organization'] } as const;
const suspending = { profiles: ['admin'], permissions: ['suspend-organization'] } as const;

/** An organization: data, documents, members and submissions. */
export default function OrganizationPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const changes = useOrganizationChangesTab();
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null);
  const Dialog = asking && dialogs[asking];
  const session = useSession();
  const corrects = isAllowed(correcting, session);
  const suspends = isAllowed(suspending, session);
  return (
    <RecordPage
      list={organizations}
      listTitle={t('routes.organizations')}
      id={id}
      query={useQuery(organizationQuery(id))}
      notFound="errors.organization.not_found"
      title={(organization) => localized(organization, 'name', locale) || t('routes.organization')}
      status={({ status, suspension }) => (
        <>
          <StatusChip noun="approval" status={status} size="medium" />
          {suspension && <StatusChip noun="organization" status="suspended" size="medium" />}
        </>
      )}
      actions={({ status, suspension }) => [
        ...(corrects && status !== 'submitted'
          ? (['details', 'contact', 'address'] as const).map((part) => ({
              label: t(`organizations.correct_${part}`),
              onSelect: () => setAsking(part),
            }))
          : []),
        ...(suspends && status === 'approved'
          ? [
              {
                label: t(suspension ? 'organizations.resume' : 'organizations.suspend'),
                danger: !suspension,
                onSelect: () => setAsking('suspension'),
              },
            ]
          : []),
      ]}
      tabs={(organization) => [
        {
          key: 'documents',
          label: t('organizations.documents'),
          content: <Documents organization={organization} />,
        },
        {
          key: 'submissions',
          label: t('organizations.submissions'),
          content: <Submissions organization={organization} />,
        },
        ...changes(organization.id),
      ]}
      aside={(organization) => <People organization={organization} />}
    >
      {(organization) => (
        <>
          <Suspension organization={organization} />
          {Dialog && <Dialog organization={organization} onClose={() => setAsking(null)} />}
          <TitledCard
            title={t('organization.steps.details')}
            action={
              organization.image && (
                <Avatar
                  {...pictureProps(organization.image)}
                  alt=""
                  variant="rounded"
                  sx={{ width: 56, height: 56 }}
                />
              )
            }
          >
            <OrganizationOverview organization={organization} />
          </TitledCard>
        </>
      )}
    </RecordPage>
  );
}

function SuspensionDialog(props: { organization: OrganizationDetail; onClose: () => void }) {
  return props.organization.suspension ? <ResumeDialog {...props} /> : <SuspendDialog {...props} />;
}

const dialogs = {
  suspension: SuspensionDialog,
  details: DetailsDialog,
  contact: ContactDialog,
  address: AddressDialog,
};

/** The suspension's start and its reason, as members read it. */
function Suspension({ organization: { suspension } }: { organization: OrganizationDetail }) {
  return (
    suspension && (
      <Alert severity="error">
        <AlertTitle>
          <Trans
            i18nKey="organizations.suspended_since"
            components={{ date: <DateText value={suspension.since} style="datetime" /> }}
          />
        </AlertTitle>
        <Quote color="currentColor">{suspension.reason}</Quote>
      </Alert>
    )
  );
}

function People({ organization }: { organization: OrganizationDetail }) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('organizations.people')}>
      <Details
        entries={[
          [t('organizations.staff'), organization.staff],
          [t('organizations.trainers'), organization.trainers],
          [
            t('organizations.registered'),
            <DateText key="since" value={organization.created_at} style="datetime" />,
          ],
        ]}
      />
    </TitledCard>
  );
}
