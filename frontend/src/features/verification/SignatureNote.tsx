import GoodIcon from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useBrand } from '@/i18n';
import type { Signature } from './verdict';

/** Explains the result of the signature check in this browser. */
export function SignatureNote({ signature }: { signature: Signature }) {
  const { t } = useTranslation();
  const brand = useBrand();
  const text = t(`verification.signature.${signature}`, { brand });
  if (signature === 'forged' || signature === 'differs') {
    return <Alert severity="error">{text}</Alert>;
  }
  return (
    <Box sx={{ display: 'flex', gap: 1, color: 'text.secondary' }}>
      {signature === 'good' && (
        <GoodIcon aria-hidden fontSize="small" sx={{ mt: 0.25, color: 'success.main' }} />
      )}
      <Typography variant="body2">{text}</Typography>
    </Box>
  );
}
