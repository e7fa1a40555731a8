import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LinkButton, TextLink } from '@/components/RouterLinks';
import { redirectTarget, withRedirect } from '@/lib/access';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { ApprovalState } from './ApprovalState';
import { getRequirements, type RequiredGate } from './requirements';
import { sections } from './sections';

/** The missing parts of the profile, each with its link; renders nothing if it is complete. */
export function ProfileChecklist() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const requirements = getRequirements(useSession());
  const open = requirements.filter(({ met }) => !met);
  const from = params.get('redirect');
  if (open.length === 0 && !from) return null;

  return (
    <Card
      component="section"
      aria-labelledby="profile-checklist"
      sx={{ p: { xs: 2.5, sm: 3 }, bgcolor: 'surface.tint', borderColor: 'transparent' }}
    >
      <Typography id="profile-checklist" variant="h4" component="h2">
        {open.length > 0 ? t('profile.checklist') : t('profile.complete')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2, display: 'grid', gap: 1.25 }}>
        {requirements.map(({ gate, met }) => (
          <Box
            component="li"
            key={gate}
            sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1.25 }}
          >
            {met ? <DoneIcon color="success" /> : <OpenIcon sx={{ color: 'text.secondary' }} />}
            <Box>
              {met ? (
                <Typography component="span" sx={{ color: 'text.secondary' }}>
                  {t(`profile.requirement.${gate}`)}
                </Typography>
              ) : (
                <GateLink gate={gate} from={from} />
              )}
              <span style={visuallyHidden}>
                {t(met ? 'profile.requirement_met' : 'profile.requirement_open')}
              </span>
            </Box>
          </Box>
        ))}
      </Box>
      {from && !open.some(({ gate }) => gate !== 'payment') && (
        <LinkButton variant="contained" to={redirectTarget(params)} sx={{ mt: 2.5 }}>
          {t('profile.continue')}
        </LinkButton>
      )}
    </Card>
  );
}

function GateLink({ gate, from }: { gate: RequiredGate; from: string | null }) {
  const { t } = useTranslation();
  const text = t(`profile.requirement.${gate}`);
  if (gate === 'payment') {
    return <TextLink to={from ? withRedirect(paths.pay, from) : paths.pay}>{text}</TextLink>;
  }
  if (gate === 'approval') {
    return (
      <>
        <Typography component="span">{text}</Typography>
        <ApprovalState />
      </>
    );
  }
  return <Link href={`#${sections[gate]}`}>{text}</Link>;
}
