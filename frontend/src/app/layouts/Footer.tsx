import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Logo } from '@/components/Logo';
import { TextLink } from '@/components/RouterLinks';
import { useSiteData } from '@/domain/site';
import { localized, useBrand, useLocale } from '@/i18n';
import { type Session, useSession } from '@/lib/session';
import { paths, type RouteName } from '@/routes/paths';
import { isOpen } from './publicLinks';

const columns: { key: string; links: RouteName[] }[] = [
  { key: 'learn', links: ['trainings', 'batches', 'nos', 'announcements'] },
  { key: 'trust', links: ['verifyCertificate', 'verifyLearner', 'governance', 'terms'] },
  { key: 'company', links: ['about', 'services', 'media'] },
  { key: 'help', links: ['support', 'faq', 'contact', 'developers'] },
];

const getFooterColumns = (session: Session) =>
  columns
    .map(({ key, links }) => ({ key, links: links.filter((name) => isOpen(name, session)) }))
    .filter(({ links }) => links.length > 0);

/** The footer of public and candidate pages. */
export function Footer() {
  const { t } = useTranslation();
  const brand = useBrand();
  const session = useSession();
  const locale = useLocale();
  const general = useSiteData().settings?.general;
  return (
    <Box
      component="footer"
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'surface.soft',
        mt: 'auto',
        // Latin letters in the address load another font, so it is rendered only near the viewport.
        contentVisibility: 'auto',
        containIntrinsicBlockSize: { xs: 'auto 780px', md: 'auto 480px' },
      }}
    >
      <Container sx={{ py: { xs: 5, md: 8 } }}>
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 4, md: 6 },
            gridTemplateColumns: {
              xs: '1fr 1fr',
              md: 'repeat(4, 1fr)',
              lg: '1.6fr repeat(4, 1fr)',
            },
          }}
        >
          <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, maxWidth: 320 }}>
            <Logo />
            <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
              {localized(general, 'tagline', locale) || t('footer.about')}
            </Typography>
            {general && <Contact {...general} />}
          </Box>
          {getFooterColumns(session).map(({ key, links }) => (
            <Box key={key} component="nav" aria-label={t(`footer.${key}`)}>
              <Typography variant="body2" component="h2" sx={{ fontWeight: 600 }}>
                {t(`footer.${key}`)}
              </Typography>
              <Box
                component="ul"
                sx={{ listStyle: 'none', m: 0, p: 0, mt: 1.5, display: 'grid', gap: 1 }}
              >
                {links.map((name) => (
                  <li key={name}>
                    <TextLink
                      to={paths[name]}
                      variant="body2"
                      sx={{
                        color: 'text.secondary',
                        fontWeight: 400,
                        py: 0.25,
                        display: 'inline-block',
                      }}
                    >
                      {t(`routes.${name}`)}
                    </TextLink>
                  </li>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
        <Typography variant="body2" sx={{ mt: { xs: 5, md: 7 }, color: 'text.secondary' }}>
          {t('footer.rights', { year: new Date().getFullYear(), brand })}
        </Typography>
      </Container>
    </Box>
  );
}

/** The support contacts from the settings. */
function Contact({
  support_email,
  support_phone,
}: {
  support_email: string;
  support_phone: string;
}) {
  const addresses = [
    [`mailto:${support_email}`, support_email],
    [`tel:${support_phone.replace(/[^+\d]/g, '')}`, support_phone],
  ];
  return (
    <Box sx={{ mt: 2, display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      {addresses.map(
        ([to, text]) =>
          text && (
            <Link key={to} href={to} variant="body2" dir="ltr" sx={{ color: 'text.secondary' }}>
              {text}
            </Link>
          ),
      )}
    </Box>
  );
}
