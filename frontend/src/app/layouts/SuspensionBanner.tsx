import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Quote } from '@/components/Quote';
import { LinkButton } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import type { Profile } from '@/lib/session';
import { paths } from '@/routes/paths';

/** Explains a suspension on every page of the organization: its effect, reason and contact. */
export function SuspensionBanner({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const organization = {
    name_en: profile.organization_name_en,
    name_ar: profile.organization_name_ar,
  };
  const name = localized(organization, 'name', useLocale());
  return (
    <Alert
      severity="error"
      sx={{ mb: 3, '& .MuiAlert-message': { flex: 1, minWidth: 0, display: 'grid', gap: 1 } }}
    >
      <AlertTitle sx={{ m: 0 }}>{t('organization.suspended.title', { name })}</AlertTitle>
      {t('organization.suspended.text')}
      <Quote color="currentColor">{profile.suspension?.reason}</Quote>
      <Box>
        <LinkButton to={paths.contact} size="small" color="inherit" variant="outlined">
          {t('organization.suspended.contact')}
        </LinkButton>
      </Box>
    </Alert>
  );
}
