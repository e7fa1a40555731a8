import CardIcon from '@mui/icons-material/CreditCardOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Trans, useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { BulkEnrollmentDetail } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { ActionError } from '@/components/feedback/ActionError';
import { Money } from '@/components/Money';
import { LinkButton } from '@/components/RouterLinks';
import { paths, queryString } from '@/routes/paths';
import { usePayTest } from './queries';
import { getCurrency } from './quote';

/**
 * The amount and deadline of reserved seats, with the pay button. A test has no charge; its button
 * simulates the payment.
 */
export function Payment({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const payTest = usePayTest();
  const { pathname, search } = useLocation();
  const query = { charge: bulk.charge_id, redirect: pathname + search };
  return (
    <Alert
      severity="warning"
      action={
        bulk.test ? (
          <Button
            variant="contained"
            loading={payTest.isPending}
            onClick={() => payTest.mutate({ path: { bulk_id: bulk.id } })}
          >
            {t('bulk_enrollments.test.pay')}
          </Button>
        ) : (
          bulk.charge_id && (
            <LinkButton
              variant="contained"
              startIcon={<CardIcon />}
              to={paths.pay + queryString(query)}
            >
              {t('bulk_enrollments.pay')}
            </LinkButton>
          )
        )
      }
    >
      <Money amount={bulk.amount_minor} currency={getCurrency(bulk)} /> ·{' '}
      <Trans
        i18nKey="bulk_enrollments.pay_until"
        components={{ date: <DateText value={bulk.payment_due_at} style="datetime" /> }}
      />
      <ActionError error={payTest.error} />
    </Alert>
  );
}
