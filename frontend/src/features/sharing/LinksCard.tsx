import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { CertificateListed, LinkRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { CopyText } from '@/components/record/CopyText';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { LinkDialog } from './LinkDialog';
import { linksQuery, useWithdrawLink } from './queries';

/** Temporary links to selected certificates. */
export function LinksCard({ certificates }: { certificates: readonly CertificateListed[] }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(linksQuery());
  const withdraw = useWithdrawLink();
  const [making, setMaking] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [ending, setEnding] = useState<LinkRead | null>(null);
  return (
    <TitledCard
      title={t('sharing.links_title')}
      lead={t('sharing.links_lead')}
      action={
        <Button variant="outlined" onClick={() => setMaking(true)}>
          {t('sharing.make_link')}
        </Button>
      }
    >
      <Box sx={{ mt: 2.5, display: 'grid', gap: 2 }}>
        {token && (
          <Alert severity="success" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
            {t('sharing.link_made')}
            <Box sx={{ mt: 1, overflowWrap: 'anywhere', '& > span': { whiteSpace: 'normal' } }}>
              <CopyText text={window.location.origin + href(paths.sharedCertificates, { token })} />
            </Box>
          </Alert>
        )}
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && !token && (
          <Typography sx={{ color: 'text.secondary' }}>{t('sharing.no_links')}</Typography>
        )}
        {data && data.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {data.map((link) => (
              <Link
                key={link.id}
                link={link}
                certificates={certificates}
                onWithdraw={() => setEnding(link)}
              />
            ))}
          </Box>
        )}
      </Box>
      {making && (
        <LinkDialog
          certificates={certificates}
          onMade={setToken}
          onClose={() => setMaking(false)}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        title={t('sharing.withdraw_title')}
        confirmLabel={t('sharing.withdraw')}
        color="error"
        pending={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() =>
          ending &&
          withdraw.mutate(
            { path: { link_id: ending.id } },
            {
              onSuccess: () => {
                setEnding(null);
                setToken(null);
              },
            },
          )
        }
        onClose={() => setEnding(null)}
      >
        {t('sharing.withdraw_text')}
      </ConfirmDialog>
    </TitledCard>
  );
}

function Link({
  link,
  certificates,
  onWithdraw,
}: {
  link: LinkRead;
  certificates: readonly CertificateListed[];
  onWithdraw: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const titles = certificates
    .filter(({ id }) => link.certificate_ids.includes(id))
    .map((certificate) => localized(certificate, 'training_title', locale));
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography>{titles.join(t('table.list_separator'))}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Trans
            i18nKey="sharing.dates"
            components={{
              made: <DateText value={link.created_at} />,
              ends: <DateText value={link.ends_at} style="datetime" />,
            }}
          />
        </Typography>
      </Box>
      <Button color="error" onClick={onWithdraw} sx={{ flexShrink: 0 }}>
        {t('sharing.withdraw')}
      </Button>
    </Box>
  );
}
