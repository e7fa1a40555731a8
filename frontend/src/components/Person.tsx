import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { type Locale, localized, useLocale } from '@/i18n';
import { pictureProps } from '@/lib/pictureProps';

/** A person in lists and records; the names may arrive later than the other fields. */
export interface PersonRead {
  name_en?: string | null;
  name_ar?: string | null;
  username?: string | null;
  email?: string | null;
  phone?: string | null;
  image_url?: string | null;
}

const getKnownName = (person: PersonRead | null | undefined, locale: Locale): string =>
  localized(person, 'name', locale) || person?.username || person?.email || '';

/** Returns a function for a person's display name: the name, else the username or email. */
export function usePersonName(): (person: PersonRead | null | undefined) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return (person) => getKnownName(person, locale) || t('person.unknown');
}

/** A person's picture, name and email address. */
export function Person({
  person,
  size = 32,
}: {
  person: PersonRead | null | undefined;
  size?: number;
}) {
  const name = usePersonName()(person);
  const email = name === person?.email ? null : person?.email;
  // A missing person is a dash, like every missing value.
  if (!person) return '–';
  return (
    <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', minWidth: 0 }}>
      {'image_url' in person && (
        <Avatar
          {...pictureProps(person.image_url)}
          alt=""
          sx={{ width: size, height: size, fontSize: size / 2.4, bgcolor: 'primary.main' }}
        >
          {name.slice(0, 1)}
        </Avatar>
      )}
      <Box sx={{ minWidth: 0, lineHeight: 1.35, textAlign: 'start' }}>
        <Typography
          noWrap
          title={name}
          sx={{ fontWeight: 500, fontSize: 'inherit', lineHeight: 1.35 }}
        >
          <bdi>{name}</bdi>
        </Typography>
        {email && (
          // The end of a long address is truncated, in both directions.
          <Typography
            noWrap
            dir="ltr"
            title={email}
            sx={{
              color: 'text.secondary',
              textAlign: 'left',
              fontSize: '0.8125rem',
              lineHeight: 1.35,
            }}
          >
            {email}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
