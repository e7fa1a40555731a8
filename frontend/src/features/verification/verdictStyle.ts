import RevokedIcon from '@mui/icons-material/BlockOutlined';
import UnsureIcon from '@mui/icons-material/CloudOffOutlined';
import ForgedIcon from '@mui/icons-material/GppBadOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import ExpiredIcon from '@mui/icons-material/HistoryToggleOffOutlined';
import SuspendedIcon from '@mui/icons-material/PauseCircleOutlined';
import SupersededIcon from '@mui/icons-material/UpdateOutlined';
import ValidIcon from '@mui/icons-material/VerifiedOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import type { VerdictState } from './verdict';

type Style = { color: 'success' | 'warning' | 'error' | 'info'; Icon: typeof SvgIcon };

export const verdictStyles: Record<VerdictState, Style> = {
  valid: { color: 'success', Icon: ValidIcon },
  expired: { color: 'warning', Icon: ExpiredIcon },
  superseded: { color: 'warning', Icon: SupersededIcon },
  suspended: { color: 'warning', Icon: SuspendedIcon },
  revoked: { color: 'error', Icon: RevokedIcon },
  withdrawn: { color: 'error', Icon: RevokedIcon },
  forged: { color: 'error', Icon: ForgedIcon },
  unknown: { color: 'error', Icon: UnknownIcon },
  unsure: { color: 'info', Icon: UnsureIcon },
};
