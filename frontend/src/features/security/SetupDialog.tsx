import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorSetup } from '@/api/identity';
import { FormDialog } from '@/components/form/FormDialog';
import { OtpInput } from '@/components/form/OtpInput';
import { CopyText } from '@/components/record/CopyText';
import { useZodForm, z } from '@/lib/forms';
import { useConfirmSecondFactor } from './queries';

const schema = z.object({ code: z.string().check(z.length(6)) });
const QR_SIZE = 192;

interface SetupDialogProps {
  setup: SecondFactorSetup;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

/** Sets up an authenticator app and verifies its first code. */
export function SetupDialog({ setup, onCodes, onClose }: SetupDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(schema, { code: '' }, 'onSubmit');
  const confirm = useConfirmSecondFactor();
  return (
    <FormDialog
      form={form}
      title={t('security.setup.title')}
      text={t('security.setup.scan')}
      saveLabel={t('security.setup.finish')}
      onSave={async (body) => {
        onCodes((await confirm.mutateAsync({ body })).recovery_codes);
      }}
      onClose={onClose}
    >
      {/* Dark on light in dark mode too, because many apps cannot read inverted codes. */}
      <Box sx={{ justifySelf: 'center', p: 1.5, borderRadius: 2, bgcolor: 'common.white' }}>
        <QRCodeSVG
          value={setup.uri}
          size={QR_SIZE}
          title={t('security.setup.qr')}
          style={{ display: 'block' }}
        />
      </Box>
      <Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('security.setup.type')}
        </Typography>
        {/* On a phone it wraps to two lines. */}
        <Box
          sx={{
            fontFamily: 'monospace',
            fontSize: '0.9375rem',
            overflowWrap: 'anywhere',
            '& span': { whiteSpace: 'normal' },
          }}
        >
          <CopyText text={setup.secret} />
        </Box>
      </Box>
      <OtpInput control={form.control} name="code" label={t('security.setup.code')} />
    </FormDialog>
  );
}
