import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Action } from '@/components/ActionMenu';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { HandedInDocuments } from '@/domain/documents/HandedInDocuments';
import { PendingConfirmation } from '@/domain/PendingConfirmation';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { users } from './lists';
import { fetchDocument, userQuery } from './queries';
import { UserDetails } from './UserDetails';
import { UserDialog, type UserQuestion } from './UserDialog';
import { UserProfiles } from './UserProfiles';
import { UserSessions } from './UserSessions';

/** A user: data, permissions, sessions and actions. */
export default function UserPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  const [question, ask] = useState<UserQuestion | null>(null);
  const option = (of: UserQuestion, danger = false): Action => ({
    label: t(`users.do.${of}`),
    danger,
    onSelect: () => ask(of),
  });
  return (
    <RecordPage
      list={users}
      listTitle={t('routes.users')}
      id={id}
      query={useQuery(userQuery(id))}
      notFound="errors.user.not_found"
      title={(user) => localized(user, 'name', locale) || t('routes.userView')}
      status={({ status }) => <StatusChip noun="account" status={status} size="medium" />}
      code={({ username }) => username}
      action={({ can_edit }) =>
        can_edit && (
          <LinkButton variant="contained" to={href(paths.userEdit, { id })}>
            {t('common.edit')}
          </LinkButton>
        )
      }
      actions={(user) => [
        ...(user.can_edit && !user.verified_at && user.status === 'active'
          ? [option(user.invited_at ? 'invite' : 'verify')]
          : []),
        ...(user.can_edit && user.second_factor_at ? [option('reset_factor', true)] : []),
        ...(user.can_edit && user.sessions.length > 0 ? [option('sign_out', true)] : []),
        ...(user.can_edit
          ? [user.status === 'active' ? option('disable', true) : option('enable')]
          : []),
      ]}
      tabs={(user) => changes([user.id, ...user.profiles.map((profile) => profile.id)])}
      aside={(user) => <UserSessions user={user} />}
    >
      {(user) => (
        <>
          <PendingConfirmation pending={user.pending_confirmation} />
          <UserDetails user={user} />
          <UserProfiles user={user} />
          {user.documents.length > 0 && (
            <HandedInDocuments
              documents={user.documents}
              whose={localized(user, 'name', locale)}
              fetchDocument={fetchDocument}
            />
          )}
          {question && <UserDialog user={user} question={question} onClose={() => ask(null)} />}
        </>
      )}
    </RecordPage>
  );
}
