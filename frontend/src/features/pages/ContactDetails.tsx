import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailLink, PhoneLink } from '@/components/record/values';
import { useSiteData } from '@/domain/site';
import { localized, useLocale } from '@/i18n';

/** The platform's contact data from the settings. */
export function ContactDetails() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { settings, isLoading } = useSiteData();
  if (isLoading) return <Skeleton variant="rounded" height={260} />;
  if (!settings) return null;
  const { general } = settings;
  const shown: [string, ReactNode][] = [
    ['email', <EmailLink key="email" email={general.support_email} />],
    ['phone_of_support', <PhoneLink key="phone" phone={general.support_phone} />],
    ['hours', localized(general, 'support_hours', locale)],
    ['address', localized(general, 'address', locale)],
  ];
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2.5 }}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`contact.${name}`)}
          </Typography>
          <Typography component="dd" sx={{ m: 0, mt: 0.25 }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
