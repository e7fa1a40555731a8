import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, Party, PartyRead } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { DocumentList } from '@/components/DocumentList';
import { Details } from '@/components/record/Details';
import { Code, EmailLink, PhoneLink } from '@/components/record/values';
import { useCountries } from '@/domain/useCountryOptions';
import { localized, useLocale } from '@/i18n';
import { pictureProps } from '@/lib/pictureProps';
import { fetchCaseDocument } from './queries';

/** A party of the case, with data for comparison and documents. */
export function PartyCard({
  found,
  party,
  person,
}: {
  found: CaseDetail;
  party: Party;
  person: PartyRead;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { countries } = useCountries();
  const country = countries.find(({ code }) => code === person.nationality);
  const headingId = `party-${party}`;
  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Avatar {...pictureProps(person.image_url)} alt="" sx={{ width: 56, height: 56 }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`number_cases.${party}`)}
          </Typography>
          <Typography id={headingId} variant="h4" component="h2">
            {localized(person, 'name', locale)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {locale === 'ar' ? <bdi dir="ltr">{person.name_en}</bdi> : <bdi>{person.name_ar}</bdi>}
          </Typography>
        </Box>
        {person.asked && (
          <Chip
            size="small"
            color="warning"
            variant="outlined"
            label={t('number_cases.asked')}
            sx={{ marginInlineStart: 'auto' }}
          />
        )}
      </Box>
      <Details
        entries={[
          [t('number_cases.number_now'), <Code key="n" text={person.number} />],
          [t('person.birth_date'), <DateText key="b" value={person.birth_date} />],
          [t('person.nationality'), country ? localized(country, 'name', locale) : '–'],
          [t('person.gender'), person.gender ? t(`person.genders.${person.gender}`) : '–'],
          [t('person.email'), <EmailLink key="e" email={person.email} />],
          [t('person.phone'), <PhoneLink key="p" phone={person.phone} />],
          [t('number_cases.registered'), <DateText key="r" value={person.registered_at} />],
          [t('number_cases.fixed'), <DateText key="f" value={person.numbers_fixed_at} />],
        ]}
      />
      <Typography variant="body2" sx={{ mt: 3, mb: 1, color: 'text.secondary' }}>
        {t('number_cases.documents')}
      </Typography>
      <DocumentList
        documents={person.documents}
        whose={t('number_cases.documents_of', { name: localized(person, 'name', locale) })}
        fetchDocument={(id) => fetchCaseDocument(found.id, id)}
      />
    </Card>
  );
}
