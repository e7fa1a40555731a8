import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { CertificateListed } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { TextLink } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { useSetPublic } from './queries';

/** Selects the certificates that people with the user's number can find. */
export function PublicCard({ certificates }: { certificates: readonly CertificateListed[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const change = useSetPublic();
  return (
    <TitledCard title={t('sharing.public_title')} lead={t('sharing.public_lead')}>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, mt: 2.5, p: 0, display: 'grid', gap: 1.5 }}
      >
        {certificates.map((certificate) => {
          const title = localized(certificate, 'training_title', locale);
          const { id, number, issued_on, is_public } = certificate;
          // Show the change optimistically.
          const isChanging = change.isPending && change.variables?.path.certificate_id === id;
          const shown = isChanging ? change.variables.body.is_public : is_public;
          return (
            <Box
              key={id}
              component="li"
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                columnGap: 2,
                alignItems: 'center',
                justifyContent: 'space-between',
              }}
            >
              <Box sx={{ minWidth: 0, flex: '1 1 260px' }}>
                <TextLink to={href(paths.publicCertificate, { number })}>{title}</TextLink>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  <DateText value={issued_on} /> · <bdi dir="ltr">{number}</bdi>
                </Typography>
              </Box>
              <FormControlLabel
                label={t(shown ? 'sharing.is_public' : 'sharing.is_private')}
                control={
                  <Switch
                    checked={shown}
                    disabled={isChanging}
                    slotProps={{ input: { 'aria-label': t('sharing.make_public', { title }) } }}
                    onChange={(_, checked) =>
                      change.mutate({
                        path: { certificate_id: id },
                        body: { is_public: checked },
                      })
                    }
                  />
                }
              />
            </Box>
          );
        })}
      </Box>
      {change.error && (
        <Box sx={{ mt: 2 }}>
          <ActionError error={change.error} />
        </Box>
      )}
    </TitledCard>
  );
}
