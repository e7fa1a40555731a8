import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { zSubject } from '@/api/notifications/zod.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { useOpens } from '@/lib/access';
import { paths } from '@/routes/paths';
import { useOptOut } from './queries';

/** Unsubscribes from a subject by an emailed link; only the button does it. */
export default function UnsubscribePage() {
  const { t } = useTranslation();
  // The subject and the link's proof are in the fragment, which browsers do not send to servers.
  const token = useLocation().hash.slice(1);
  const known = zSubject.safeParse(token.split('.')[0]).data;
  const subject = known && t(`notifications.of.${known}`);
  const optOut = useOptOut();
  const own = useOpens()('candidateNotices') ? paths.candidateNotices : paths.accountNotices;
  return (
    <PageContainer title={t('routes.unsubscribe')} width="md">
      <Box sx={{ display: 'grid', gap: 2.5, justifyItems: 'start' }}>
        {!subject && <Alert severity="info">{t('unsubscribe.no_link')}</Alert>}
        <ActionError error={optOut.error} />
        {subject && optOut.isSuccess && (
          <Alert severity="success" role="status">
            <strong>{t('unsubscribe.done')}</strong> {t('unsubscribe.done_text', { subject })}
          </Alert>
        )}
        {subject && !optOut.isSuccess && (
          <>
            <Typography>{t('unsubscribe.text', { subject })}</Typography>
            <Button
              variant="contained"
              loading={optOut.isPending}
              onClick={() => optOut.mutate({ path: { token } })}
            >
              {t('unsubscribe.press')}
            </Button>
          </>
        )}
        <LinkButton to={own}>{t('unsubscribe.settings')}</LinkButton>
      </Box>
    </PageContainer>
  );
}
