import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ApplicationDetail } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { Money } from '@/components/Money';
import { LinkButton, TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { ApprovalHistory } from '@/domain/approvals/ApprovalHistory';
import { ApprovalProgress } from '@/domain/approvals/ApprovalProgress';
import { applicationProgressQuery } from '@/domain/approvals/queries';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { ApplicationContent } from './ApplicationContent';
import { Assess } from './Assess';
import { applications } from './lists';
import { applicationQuery, useWithdrawApplication } from './queries';
import { Remarks } from './Remarks';

const WITHDRAWABLE: readonly ApplicationDetail['status'][] = [
  'draft',
  'returned',
  'pending_payment',
  'submitted',
];

/** An application: content, status and actions. */
export default function ApplicationViewPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const isAdmin = useSession().profile?.type === 'admin';
  const changes = useChangesTab();
  const [withdrawing, setWithdrawing] = useState<ApplicationDetail | null>(null);
  return (
    <>
      <RecordPage
        list={applications}
        listTitle={t('routes.applications')}
        id={id}
        query={useQuery(applicationQuery(id))}
        notFound="errors.application.not_found"
        title={(application) =>
          application
            ? localized(application.announcement, 'title', locale)
            : t('routes.applicationView')
        }
        status={({ status }) => <StatusChip noun="application" status={status} size="medium" />}
        action={(application) => !isAdmin && <ContinueButton application={application} />}
        actions={(application) =>
          !isAdmin && WITHDRAWABLE.includes(application.status)
            ? [
                {
                  label: t('applications.withdraw'),
                  onSelect: () => setWithdrawing(application),
                  danger: true,
                },
              ]
            : []
        }
        tabs={() => changes([id])}
        aside={(application) => (
          <>
            <About application={application} />
            {!isAdmin && <HowItStands application={application} />}
            {isAdmin && <Assess key={application.updated_at} application={application} />}
          </>
        )}
      >
        {(application) => (
          <>
            <Remarks of={application} />
            <ApplicationContent application={application} />
          </>
        )}
      </RecordPage>
      {withdrawing && <Withdraw application={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

/** Continues the application if it awaits the organization. */
function ContinueButton({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const { status, announcement } = application;
  const to = { id: announcement.id };
  if (!announcement.is_open) return null;
  if (status === 'pending_payment') {
    return (
      <LinkButton variant="contained" to={href(paths.applyPay, to)}>
        {t('applications.pay')}
      </LinkButton>
    );
  }
  if (status !== 'draft' && status !== 'returned') return null;
  return (
    <LinkButton variant="contained" to={href(paths.applyStaff, to)}>
      {t('applications.go_on')}
    </LinkButton>
  );
}

/** The current approval level and earlier decisions, for the organization. */
function HowItStands({
  application: { id, status, submission },
}: {
  application: ApplicationDetail;
}) {
  const query = useQuery({ ...applicationProgressQuery(id), enabled: submission > 0 });
  return (
    <>
      {status === 'submitted' && <ApprovalProgress query={query} narrow />}
      <ApprovalHistory progress={query.data} />
    </>
  );
}

function About({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { announcement, organization, fee_minor, currency, paid_at, submitted_at } = application;
  return (
    <TitledCard title={t('applications.about')}>
      <Details
        entries={[
          [
            t('applications.announcement'),
            <TextLink key="announcement" to={href(paths.announcement, { id: announcement.id })}>
              {localized(announcement, 'title', locale)}
            </TextLink>,
          ],
          [t('applications.organization'), localized(organization, 'name', locale) || '–'],
          [
            t('applications.fee'),
            fee_minor ? (
              <Money key="fee" amount={fee_minor} currency={currency} />
            ) : (
              t('applications.free')
            ),
          ],
          paid_at && [
            t('applications.paid_on'),
            <DateText key="paid" value={paid_at} style="datetime" />,
          ],
          submitted_at && [
            t('applications.submitted_on'),
            <DateText key="submitted" value={submitted_at} style="datetime" />,
          ],
          [
            t('applications.closes_on'),
            <DateText key="closes" value={announcement.closes_at} style="datetime" />,
          ],
        ]}
      />
    </TitledCard>
  );
}

function Withdraw({
  application,
  onClose,
}: {
  application: ApplicationDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const withdraw = useWithdrawApplication();
  const { id, version, submission, paid_at } = application;
  return (
    <ConfirmDialog
      open
      title={t('applications.withdraw_title')}
      confirmLabel={t('applications.withdraw')}
      color="error"
      pending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() =>
        withdraw.mutate(
          { path: { application_id: id }, body: { version } },
          {
            onSuccess: () => {
              toast.success(t('applications.withdrawn'));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {t(submission && paid_at ? 'applications.withdraw_paid' : 'applications.withdraw_text')}
    </ConfirmDialog>
  );
}
