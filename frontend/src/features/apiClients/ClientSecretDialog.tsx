import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { PartnerClientIssued } from '@/api/identity';
import { CodeBlock } from '@/components/record/CodeBlock';
import { SecretDialog } from './SecretDialog';

interface ClientSecretDialogProps {
  issued: PartnerClientIssued;
  onClose: () => void;
}

/** Shows a client's secret once, with instructions for its use. */
export function ClientSecretDialog({ issued, onClose }: ClientSecretDialogProps) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      title={t('partners.secret_title', { name: issued.name })}
      warning={t('partners.secret_once')}
      values={[
        [t('partners.client_id'), issued.id],
        [t('partners.secret'), issued.client_secret],
      ]}
      onClose={onClose}
    >
      <div>
        <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {t('partners.example')}
        </Typography>
        <CodeBlock label={t('partners.example')} text={buildExample(issued)} />
      </div>
    </SecretDialog>
  );
}

const buildExample = ({ id, client_secret }: PartnerClientIssued) =>
  [
    `curl -u ${id}:${client_secret} \\`,
    '  -d grant_type=client_credentials \\',
    `  ${window.location.origin}/api/v1/auth/token`,
  ].join('\n');
