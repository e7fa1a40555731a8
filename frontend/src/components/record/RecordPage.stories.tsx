import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { DateText } from '@/components/DateText';
import { defineList } from '@/components/list/list';
import { Money } from '@/components/Money';
import { Person } from '@/components/Person';
import { StatusChip } from '@/components/StatusChip';
import { Details } from './Details';
import { History } from './History';
import { RecordPage } from './RecordPage';
import { TitledCard } from './TitledCard';

export default { title: 'Record' };

interface Payment {
  id: string;
  reference: string;
}

const schema = z.object({});

const payments = defineList<Payment, typeof schema>({
  key: 'story-record',
  path: '/',
  schema,
  query: () => ({
    queryKey: ['payments'],
    queryFn: async () => ({
      data: [],
      meta: { page: 1, page_size: 20, total: 0 },
    }),
  }),
});

const sara = { name_en: 'Sara Alharbi', name_ar: 'سارة الحربي', email: 'sara@example.org' };

const readPayment = async (): Promise<Payment> => ({ id: '1', reference: 'PAY-2026-0001' });

/** Shows facts, people, money and history of a payment. */
export function PaymentRecord() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: ['payment'], queryFn: readPayment });
  return (
    <RecordPage
      list={payments}
      listTitle={t('routes.payments')}
      id="1"
      query={query}
      notFound="payments.not_found"
      title={() => t('routes.payment')}
      status={() => <StatusChip noun="payment" status="succeeded" size="medium" />}
      code={({ reference }) => reference}
      action={() => <Button variant="contained">{t('payments.refund')}</Button>}
      actions={() => [{ label: t('payments.print'), onSelect: () => {} }]}
      aside={() => (
        <TitledCard title={t('payments.refunds')}>
          <History
            entries={[
              { id: '1', text: t('payments.refund_requested'), at: '2026-11-02T09:00:00Z' },
            ]}
          />
        </TitledCard>
      )}
    >
      {({ reference }) => (
        <TitledCard title={t('payments.lines')}>
          <Details
            entries={[
              [t('payments.payer'), <Person key="payer" person={sara} />],
              [t('payments.reference'), <bdi key="reference">{reference}</bdi>],
              [t('payments.amount'), <Money key="amount" amount={125_050} />],
              [t('payments.date'), <DateText key="date" value="2026-11-01" />],
            ]}
          />
        </TitledCard>
      )}
    </RecordPage>
  );
}
