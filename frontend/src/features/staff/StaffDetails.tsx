import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { StaffDetail } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { EmailLink, PhoneLink } from '@/components/record/values';
import { StatusChip } from '@/components/StatusChip';
import { writtenNames } from '@/domain/personFields';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

/** A member's data and status in the organization. */
export function StaffDetails({ member }: { member: StaffDetail }) {
  const { t } = useTranslation();
  const names = writtenNames(member);
  const isStaff = member.type === 'staff';
  return (
    <>
      {member.status === 'invited' && <PendingInvitation member={member} />}
      <TitledCard title={t('staff.person')}>
        <Details
          entries={[
            names.name_en && [t('person.name_en'), <bdi key="en">{names.name_en}</bdi>],
            names.name_ar && [t('person.name_ar'), <bdi key="ar">{names.name_ar}</bdi>],
            [t('person.email'), <EmailLink key="email" email={member.email} />],
            member.phone && [t('person.phone'), <PhoneLink key="phone" phone={member.phone} />],
          ]}
        />
      </TitledCard>
      <TitledCard title={t('staff.place')}>
        <Details
          entries={[
            [t('staff.type'), t(`staff.types_of_one.${member.type}`)],
            isStaff && [t('staff.role'), t(`staff.roles.${member.role}`)],
            isStaff && [
              t('staff.approval'),
              <StatusChip key="approval" noun="approval" status={member.approval_status} />,
            ],
            isStaff && member.approval_comment && [t('staff.comment'), member.approval_comment],
            isStaff && [t('staff.fee'), t(`staff.paid.${member.paid}`)],
            [t('staff.added'), <DateText key="added" value={member.created_at} />],
          ]}
        />
      </TitledCard>
    </>
  );
}

function PendingInvitation({ member: { email, invitation_expires_at } }: { member: StaffDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOver = !invitation_expires_at || new Date(invitation_expires_at) <= new Date();
  return (
    <Alert severity={isOver ? 'warning' : 'info'}>
      {isOver
        ? t('staff.invitation_over', { email })
        : t('staff.invitation_waits', {
            email,
            date: formatDate(invitation_expires_at, locale, 'datetime'),
          })}
    </Alert>
  );
}
