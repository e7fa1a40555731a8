import EndedIcon from '@mui/icons-material/CancelOutlined';
import DoneIcon from '@mui/icons-material/CheckCircle';
import NowIcon from '@mui/icons-material/RadioButtonCheckedOutlined';
import AheadIcon from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import type { TimelineEntry } from './timeline';

const icons = {
  done: { Icon: DoneIcon, color: 'success.main' },
  now: { Icon: NowIcon, color: 'primary.main' },
  ahead: { Icon: AheadIcon, color: 'text.disabled' },
  ended: { Icon: EndedIcon, color: 'text.secondary' },
} as const;

/** The vertical timeline of an enrollment. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation();
  return (
    <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2.5 }}>
      {entries.map(({ name, state, at }, index) => {
        const { Icon, color } = icons[state];
        return (
          <Box
            component="li"
            key={name}
            aria-current={state === 'now' ? 'step' : undefined}
            sx={{ display: 'grid', gridTemplateColumns: '24px 1fr', columnGap: 1.5 }}
          >
            <Box sx={{ display: 'grid', gridTemplateRows: 'auto 1fr', justifyItems: 'center' }}>
              <Icon sx={{ color }} />
              {index < entries.length - 1 && (
                <Box sx={{ width: 2, minHeight: 20, my: 0.5, bgcolor: 'divider' }} />
              )}
            </Box>
            <Box sx={{ pb: 2 }}>
              <Typography
                sx={{
                  fontWeight: state === 'now' || state === 'ended' ? 600 : 400,
                  color: state === 'ahead' ? 'text.secondary' : undefined,
                }}
              >
                {t(`my_batches.timeline.${name}`)}
                <span style={visuallyHidden}> {t(`my_batches.timeline.state.${state}`)}</span>
              </Typography>
              {at && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  <DateText value={at} style="datetime" />
                </Typography>
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
