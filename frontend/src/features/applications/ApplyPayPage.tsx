import CardIcon from '@mui/icons-material/CreditCardOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { LinkButton } from '@/components/RouterLinks';
import { href, paths, queryString } from '@/routes/paths';
import { ApplyFrame } from './ApplyFrame';

/** The last step, if there is a fee: pays it, which submits the application. */
export default function ApplyPayPage() {
  const { t } = useTranslation();
  return (
    <ApplyFrame step="pay" title={t('routes.applyPay')} statuses={['pending_payment']}>
      {(application) => <Fee application={application} />}
    </ApplyFrame>
  );
}

function Fee({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const { id, fee_minor, currency, charge_id, announcement } = application;
  const query = { charge: charge_id, redirect: href(paths.applicationView, { id }) };
  return (
    <Card sx={{ p: 3, display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="h3" component="p">
        <Money amount={fee_minor} currency={currency} />
      </Typography>
      <Typography>
        <Trans
          i18nKey="applications.pay_until"
          components={{ date: <DateText value={announcement.closes_at} style="datetime" /> }}
        />
      </Typography>
      {charge_id ? (
        <LinkButton
          variant="contained"
          size="large"
          startIcon={<CardIcon />}
          to={paths.pay + queryString(query)}
        >
          {t('applications.pay')}
        </LinkButton>
      ) : (
        <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <CircularProgress size={20} />
          {t('applications.charge_comes')}
        </Box>
      )}
    </Card>
  );
}
