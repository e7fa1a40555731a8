import ArrowBackIcon from '@mui/icons-material/ArrowBackOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import SchoolIcon from '@mui/icons-material/SchoolOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import StepIcon from '@mui/icons-material/TaskAltOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpens, withRedirect } from '@/lib/access';
import { describeFault, type Fault } from '@/lib/fault';
import { isCrawler } from '@/lib/isCrawler';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { Logo } from './Logo';
import { CopyText } from './record/CopyText';

const icons: Record<Fault['kind'], ComponentType<{ sx?: object }>> = {
  not_found: SearchOffIcon,
  server: WarningIcon,
  forbidden: LockIcon,
  offline: WarningIcon,
  other: WarningIcon,
};

const cards = [
  { key: 'trainings', to: paths.trainings, Icon: SchoolIcon },
  { key: 'about', to: paths.about, Icon: InfoIcon },
  { key: 'contact', to: paths.contact, Icon: MailIcon },
] as const;

// The contact for problems that users cannot solve themselves.
const helpByReason: Record<string, string> = {
  'access.not_authorized': 'error.help.not_authorized',
  'access.approval': 'error.help.approval',
};

// For each gate: the missing item, the profile page that provides it, and the button's label.
const stepByGate: Record<string, { section: string; action: string }> = {
  'access.identity': { section: 'identity', action: 'error.step.identity' },
  'access.picture': { section: 'picture', action: 'error.step.picture' },
};

function goBack(): void {
  if (window.history.length > 1) window.history.back();
  else window.location.assign(paths.home);
}

/**
 * The screen for fatal errors of the app. Its links reload the page, because the router or the
 * layout may have failed. Crawlers get an empty page.
 * @param framed whether it is within a layout that has its own navigation
 */
export default function ErrorScreen({
  error,
  framed = false,
}: {
  error: unknown;
  framed?: boolean;
}) {
  const { t } = useTranslation();
  const opens = useOpens();
  const { profile } = useSession();
  const { status, kind, message, requestId } = describeFault(error);

  const help = helpByReason[message?.key ?? ''];
  const step = stepByGate[message?.key ?? ''];
  const Icon = step ? StepIcon : icons[kind];
  const title = t(step ? 'error.step.title' : `error.${kind}.title`);

  useEffect(() => {
    if (kind === 'server' || kind === 'other') console.error(error);
    document.title = title;
  }, [error, kind, title]);

  if (isCrawler(navigator.userAgent)) return null;

  const { pathname, search, hash } = window.location;
  const here = pathname + search + hash;
  const ownProfile = profile?.type === 'candidate' ? paths.candidateProfile : paths.accountProfile;

  return (
    <Box
      {...(!framed && { component: 'main' })}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        ...(!framed && { minHeight: '100vh', bgcolor: 'surface.soft' }),
      }}
    >
      {!framed && (
        <Container maxWidth="lg" sx={{ py: 3 }}>
          <Link href={paths.home} underline="none">
            <Logo />
          </Link>
        </Container>
      )}
      <Container maxWidth="md" sx={{ flex: 1, display: 'grid', alignContent: 'center', py: 6 }}>
        <Box sx={{ textAlign: 'center' }}>
          <Icon sx={{ fontSize: 56, color: 'primary.main' }} />
          {!step && (
            <Typography
              variant="overline"
              component="p"
              sx={{ color: 'text.secondary', mt: 2, fontSize: '1rem' }}
              dir="ltr"
            >
              {status}
            </Typography>
          )}
          <Typography variant="h2" component="h1" sx={{ mt: 0.5 }}>
            {title}
          </Typography>
          {!step && (
            <Typography sx={{ mt: 1.5, color: 'text.secondary', maxWidth: 560, mx: 'auto' }}>
              {t(`error.${kind}.description`)}
            </Typography>
          )}
          {message && (
            <Typography
              role="alert"
              sx={{
                mt: 3,
                mx: 'auto',
                px: 2.5,
                py: 1.5,
                width: 'fit-content',
                maxWidth: 1,
                borderRadius: 1,
                bgcolor: 'surface.tint',
                fontWeight: 500,
              }}
            >
              {message.key
                ? t(message.key, { ...message.values, defaultValue: message.raw })
                : message.raw}
            </Typography>
          )}
          {requestId && (
            <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
              {t('error.request_id')}
              <br />
              <CopyText text={requestId} />
            </Typography>
          )}
          {help && <Typography sx={{ mt: 2, color: 'text.secondary' }}>{t(help)}</Typography>}
          <Box
            sx={{ mt: 4, display: 'flex', gap: 1.5, flexWrap: 'wrap', justifyContent: 'center' }}
          >
            {step && (
              <Button
                variant="contained"
                href={`${withRedirect(ownProfile, here)}#${step.section}`}
                startIcon={<PersonIcon />}
              >
                {t(step.action)}
              </Button>
            )}
            <Button
              variant={step ? 'outlined' : 'contained'}
              href={paths.home}
              startIcon={<HomeIcon />}
            >
              {t('error.go_home')}
            </Button>
            {status === 403 && (
              <Button variant="outlined" href={ownProfile} startIcon={<PersonIcon />}>
                {t('error.go_profile')}
              </Button>
            )}
            <Button
              variant="outlined"
              onClick={goBack}
              startIcon={<ArrowBackIcon sx={{ transform: 'scaleX(var(--flip, 1))' }} />}
            >
              {t('error.go_back')}
            </Button>
            {status > 0 && (
              <Button
                variant="outlined"
                onClick={() => window.location.reload()}
                startIcon={<RefreshIcon />}
              >
                {t('error.try_again')}
              </Button>
            )}
          </Box>
        </Box>
        {!framed && <OtherPages />}
      </Container>
      {opens('contact') && (
        <Container component="footer" maxWidth="md" sx={{ py: 4, textAlign: 'center' }}>
          <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
            {t('error.need_help')}{' '}
          </Typography>
          <Link href={paths.contact} variant="body2">
            {t('error.contact_support')}
          </Link>
        </Container>
      )}
    </Box>
  );
}

/** The public pages that most visitors look for. */
function OtherPages() {
  const { t } = useTranslation();
  const opens = useOpens();
  const open = cards.filter(({ key }) => opens(key));
  return (
    <Box
      component="nav"
      aria-label={t('error.elsewhere')}
      sx={{
        mt: 8,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', md: `repeat(${open.length}, minmax(0, 280px))` },
        justifyContent: 'center',
      }}
    >
      {open.map(({ key, to, Icon: CardIcon }) => (
        <Card key={key}>
          <CardActionArea href={to} sx={{ p: 2.5, height: 1 }}>
            <CardIcon sx={{ color: 'primary.main' }} />
            <Typography variant="h5" component="h2" sx={{ mt: 1 }}>
              {t(`error.cards.${key}.title`)}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
              {t(`error.cards.${key}.description`)}
            </Typography>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}
