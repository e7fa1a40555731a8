import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { useSession } from '@/lib/session';
import { type CandidateGate, candidateGates, openGates, wayThrough } from './gates';

/** What the account still lacks, in its order; only the first can be mended now. */
export function GateChecklist({
  here,
  refused,
}: {
  /** This page, which the others lead back to. */
  here: string;
  /** The gate at which the server refused. */
  refused: CandidateGate | null;
}) {
  const { t } = useTranslation();
  const open = openGates(useSession(), refused);
  const [first] = open;
  if (!first) return null;
  return (
    <TitledCard title={t('enroll.gates.title')} lead={t('enroll.gates.lead')}>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2 }}>
        {candidateGates.map((gate) => {
          const done = !open.includes(gate);
          return (
            <Box
              component="li"
              key={gate}
              sx={{
                py: 1.5,
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 1.5,
                rowGap: 1,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              {done ? <DoneIcon color="success" /> : <OpenIcon sx={{ color: 'text.secondary' }} />}
              <Typography
                sx={{ flex: 1, minWidth: 180, color: done ? 'text.secondary' : undefined }}
              >
                {t(`enroll.gates.${gate}`)}
                <span style={visuallyHidden}>
                  {' '}
                  {t(done ? 'enroll.gates.done' : 'enroll.gates.open')}
                </span>
              </Typography>
              {gate === first && (
                <LinkButton variant="contained" size="small" to={wayThrough(gate, here)}>
                  {t(`enroll.gates.${gate}_action`)}
                </LinkButton>
              )}
            </Box>
          );
        })}
      </Box>
    </TitledCard>
  );
}
