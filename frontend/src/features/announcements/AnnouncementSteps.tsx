import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnnouncementRead } from '@/api/catalog';
import { Can } from '@/components/Can';
import { LinkButton } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { formatDate, formatMoney } from '@/lib/format';
import { paths } from '@/routes/paths';
import { getPhase } from './phase';

/** The audience, deadline, requirements and fee; or that it is closed. */
export function AnnouncementSteps({ announcement }: { announcement: AnnouncementRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { fee_minor, currency, opens_at, closes_at, staff_needed } = announcement;
  const phase = getPhase(announcement);
  const date = formatDate(phase === 'not_open' ? opens_at : closes_at, locale, 'datetime');
  if (phase === 'closed') {
    return <Typography>{t('announcement_page.steps.closed', { date })}</Typography>;
  }
  const fee = formatMoney(fee_minor, currency, locale);
  const steps = [
    t(`announcement_page.steps.${phase}`, { date }),
    t('announcement_page.steps.staff', { count: staff_needed }),
    ...(fee_minor > 0 ? [t('announcement_page.steps.fee', { fee })] : []),
  ];
  return (
    <>
      <Box component="ol" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.75 }}>
        {steps.map((step) => (
          <Typography component="li" key={step}>
            {step}
          </Typography>
        ))}
      </Box>
      <Can route="signUp">
        <LinkButton to={paths.signUp} variant="outlined" sx={{ mt: 2.5 }}>
          {t('home.organizations.register')}
        </LinkButton>
      </Can>
    </>
  );
}
