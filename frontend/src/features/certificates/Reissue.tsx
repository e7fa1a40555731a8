import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CertificateRead } from '@/api/enrollment';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useReissue } from './queries';

/** Replaces a certificate with a corrected one, and opens it. */
export function Reissue({ certificate }: { certificate: CertificateRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const reissue = useReissue();
  const name = localized(certificate, 'holder_name', locale);
  return (
    <>
      <Button
        variant={certificate.differs_from_profile ? 'contained' : 'outlined'}
        onClick={() => setAsking(true)}
      >
        {t('certificates.reissue')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('certificates.reissue_title', { name })}
        confirmLabel={t('certificates.reissue')}
        pending={reissue.isPending}
        error={reissue.error}
        onConfirm={() =>
          reissue.mutate(
            { path: { certificate_id: certificate.id } },
            {
              onSuccess: ({ id, number }) => {
                setAsking(false);
                toast.success(t('certificates.reissued', { number: `\u2066${number}\u2069` }));
                void navigate(href(paths.certificate, { id }));
              },
            },
          )
        }
        onClose={() => setAsking(false)}
      >
        {certificate.differs_from_profile && (
          <Typography sx={{ mb: 1.5, fontWeight: 600 }}>
            {t('certificates.reissue_name', {
              former: name,
              name: localized(certificate, 'profile_name', locale),
            })}
          </Typography>
        )}
        <Typography>{t('certificates.reissue_text')}</Typography>
      </ConfirmDialog>
    </>
  );
}
