import Avatar from '@mui/material/Avatar';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { OrganizationDetail } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { useOrganizationChangesTab } from '@/domain/audit/useChangesTab';
import { OrganizationOverview } from '@/domain/submissions/OrganizationOverview';
import { localized, useLocale } from '@/i18n';
import { pictureProps } from '@/lib/pictureProps';
import { Documents } from './Documents';
import { organizations } from './lists';
import { organizationQuery } from './queries';
import { Submissions } from './Submissions';

/** One organization: what it has given, its documents, its people and its submissions. */
export default function OrganizationPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const changes = useOrganizationChangesTab();
  return (
    <RecordPage
      list={organizations}
      listTitle={t('routes.organizations')}
      id={id}
      query={useQuery(organizationQuery(id))}
      notFound="errors.organization.not_found"
      title={(organization) => localized(organization, 'name', locale) || t('routes.organization')}
      status={({ status }) => <StatusChip noun="approval" status={status} size="medium" />}
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
      )}
    </RecordPage>
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
