import { Trans, useTranslation } from 'react-i18next';
import type { AccountDetail } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { Code, EmailLink, PhoneLink } from '@/components/record/values';
import { writtenNames } from '@/domain/personFields';
import { locales } from '@/i18n';

/** The user's data; the server masks identity numbers. */
export function UserDetails({ user }: { user: AccountDetail }) {
  const { t } = useTranslation();
  const names = writtenNames(user);
  return (
    <TitledCard title={t('users.person')}>
      <Details
        entries={[
          names.name_en && [t('person.name_en'), <bdi key="en">{names.name_en}</bdi>],
          names.name_ar && [t('person.name_ar'), <bdi key="ar">{names.name_ar}</bdi>],
          [t('person.email'), <EmailLink key="email" email={user.email} />],
          user.phone && [t('person.phone'), <PhoneLink key="phone" phone={user.phone} />],
          [t('users.address'), <Address key="address" user={user} />],
          user.civil_number && [
            t('person.civil_number'),
            <Code key="civil" text={user.civil_number} />,
          ],
          user.passport_number && [
            t('person.passport_number'),
            <Code key="passport" text={user.passport_number} />,
          ],
          user.birth_date && [
            t('person.birth_date'),
            <DateText key="born" value={user.birth_date} />,
          ],
          user.gender && [t('person.gender'), t(`person.genders.${user.gender}`)],
          user.second_factor_at && [
            t('users.second_factor'),
            <DateText key="factor" value={user.second_factor_at} />,
          ],
          [t('person.locale'), locales[user.locale].name],
          [
            t('users.registered'),
            <DateText key="since" value={user.created_at} style="datetime" />,
          ],
        ]}
      />
    </TitledCard>
  );
}

function Address({ user: { verified_at, invited_at } }: { user: AccountDetail }) {
  const { t } = useTranslation();
  if (!verified_at && !invited_at) return t('users.verified.false');
  return (
    <Trans
      i18nKey={verified_at ? 'users.verified_on' : 'users.invited_on'}
      components={{ date: <DateText value={verified_at ?? invited_at} /> }}
    />
  );
}
