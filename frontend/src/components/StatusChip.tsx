import Chip, { type ChipProps } from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { type StatusNoun, statusColor, statusText } from '@/lib/statuses';

interface StatusChipProps {
  noun: StatusNoun;
  status: string;
  size?: ChipProps['size'];
}

/** The status of a record, by the API's names. */
export function StatusChip({ noun, status, size = 'small' }: StatusChipProps) {
  const { t } = useTranslation();
  return (
    <Chip
      label={statusText(t, noun, status)}
      color={statusColor(noun, status)}
      variant="outlined"
      size={size}
    />
  );
}
