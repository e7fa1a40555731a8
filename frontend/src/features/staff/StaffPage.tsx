import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { StaffDetail } from '@/api/identity';
import type { Action } from '@/components/ActionMenu';
import { Can } from '@/components/Can';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { href, paths } from '@/routes/paths';
import { staff } from './lists';
import { staffQuery } from './queries';
import { StaffDetails } from './StaffDetails';
import { StaffDialog, type StaffQuestion } from './StaffDialog';

const questions: Record<StaffDetail['status'], readonly StaffQuestion[]> = {
  invited: ['invite', 'remove'],
  declined: ['remove'],
  active: ['suspend', 'remove'],
  suspended: ['resume', 'remove'],
};
const dangers: readonly StaffQuestion[] = ['suspend', 'remove'];

/** A member: data, status and actions. */
export default function StaffPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const { id = '' } = useParams();
  const [question, ask] = useState<StaffQuestion | null>(null);
  const actions = ({ status }: StaffDetail): Action[] =>
    questions[status]
      .filter((of) => opens(of === 'invite' ? 'staffAdd' : 'staffEdit'))
      .map((of) => ({
        label: t(`staff.do.${of}`),
        danger: dangers.includes(of),
        onSelect: () => ask(of),
      }));
  return (
    <RecordPage
      list={staff}
      listTitle={t('routes.staff')}
      id={id}
      query={useQuery(staffQuery(id))}
      notFound="errors.staff_member.not_found"
      title={(member) => localized(member, 'name', locale) || t('routes.staffView')}
      status={({ status }) => <StatusChip noun="staff" status={status} size="medium" />}
      code={({ username }) => username}
      action={({ type }) =>
        type === 'staff' && (
          <Can route="staffEdit">
            <LinkButton variant="contained" to={href(paths.staffEdit, { id })}>
              {t('common.edit')}
            </LinkButton>
          </Can>
        )
      }
      actions={actions}
    >
      {(member) => (
        <>
          <StaffDetails member={member} />
          {question && (
            <StaffDialog member={member} question={question} onClose={() => ask(null)} />
          )}
        </>
      )}
    </RecordPage>
  );
}
