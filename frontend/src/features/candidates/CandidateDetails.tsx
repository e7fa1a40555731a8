import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { AddressRead, CandidateDetail, CandidatePerson } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { Person } from '@/components/Person';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { Code, EmailLink, PhoneLink } from '@/components/record/values';
import { PendingConfirmation } from '@/domain/PendingConfirmation';
import { writtenNames } from '@/domain/personFields';
import { useCountryOptions } from '@/domain/useCountryOptions';
import { type Locale, locales, localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';

/** The candidate's data that the user may see. */
export function CandidateDetails({ candidate }: { candidate: CandidateDetail }) {
  const { t } = useTranslation();
  const names = writtenNames(candidate);
  const { person, verified_at, invited_at } = candidate;
  return (
    <>
      <PendingConfirmation pending={person?.pending_confirmation} />
      <TitledCard title={t('candidates.contact')}>
        <Box sx={{ mt: 2 }}>
          <Person person={candidate} size={56} />
        </Box>
        <Details
          entries={[
            names.name_en && [t('person.name_en'), <bdi key="en">{names.name_en}</bdi>],
            names.name_ar && [t('person.name_ar'), <bdi key="ar">{names.name_ar}</bdi>],
            [t('person.email'), <EmailLink key="email" email={candidate.email} />],
            candidate.phone && [
              t('person.phone'),
              <PhoneLink key="phone" phone={candidate.phone} />,
            ],
            !person && [
              t('person.civil_number'),
              <Code key="civil" text={candidate.civil_number} />,
            ],
            [t('users.registered'), <DateText key="since" value={candidate.created_at} />],
            invited_at && [t('users.invited_since'), <DateText key="invited" value={invited_at} />],
            [
              t('users.address'),
              verified_at ? (
                <DateText key="verified" value={verified_at} />
              ) : (
                t('users.verified.false')
              ),
            ],
            [t('candidates.fee'), t(`candidates.paid.${candidate.paid}`)],
          ]}
        />
      </TitledCard>
      {person && <PersonCard person={person} />}
    </>
  );
}

/** Further data for admins. */
function PersonCard({ person }: { person: CandidatePerson }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { options } = useCountryOptions();
  const country = (code: string | null) =>
    options.find(({ value }) => value === code)?.label ?? code ?? '–';
  return (
    <TitledCard title={t('users.person')}>
      <Details
        entries={[
          [t('person.civil_number'), <Code key="civil" text={person.civil_number} />],
          [t('person.passport_number'), <Code key="passport" text={person.passport_number} />],
          person.passport_country && [
            t('person.passport_country'),
            country(person.passport_country),
          ],
          [t('person.nationality'), country(person.nationality)],
          [t('person.birth_date'), <DateText key="born" value={person.birth_date} />],
          [t('person.gender'), person.gender ? t(`person.genders.${person.gender}`) : '–'],
          [t('person.locale'), locales[person.locale].name],
          [t('candidates.address'), person.address ? addressText(person.address, locale) : '–'],
          person.organizations.length > 0 && [
            t('candidates.organizations'),
            <Organizations key="organizations" of={person.organizations} />,
          ],
        ]}
      />
    </TitledCard>
  );
}

/** The candidate's organizations, each with a link to its candidates. */
function Organizations({ of }: { of: CandidatePerson['organizations'] }) {
  const locale = useLocale();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {of.map((organization) => (
        <li key={organization.id}>
          <TextLink
            to={href(paths.organizationCandidates, {}, { organization_id: organization.id })}
          >
            {localized(organization, 'name', locale)}
          </TextLink>
        </li>
      ))}
    </Box>
  );
}

function addressText(address: AddressRead, locale: Locale): string {
  const places = [address.city, address.state, address.country].map((place) =>
    localized(place, 'name', locale),
  );
  return [address.line1, address.line2, ...places, address.postal_code]
    .filter(Boolean)
    .join(locale === 'ar' ? '، ' : ', ');
}
