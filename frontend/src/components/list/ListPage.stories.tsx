import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiProblem } from '@/api/problem';
import { defineColumns } from './columns';
import { ListPage } from './ListPage';
import { defineList, type Page } from './list';

export default { title: 'List' };

interface Payment {
  id: string;
  payer: { name_en: string; name_ar: string; email: string };
  reference: string;
  amount_minor: number;
  currency: string;
  created_at: string;
  status: 'succeeded' | 'failed' | 'under_review';
}

const schema = z.object({
  search: z.optional(z.string()),
  status: z.optional(z.enum(['succeeded', 'failed', 'under_review'])),
  sort: z._default(z.optional(z.enum(['created_at', '-created_at'])), '-created_at'),
  page: z._default(z.optional(z.int().check(z.gte(1))), 1),
  page_size: z._default(z.optional(z.int()), 20),
});

const payments = (['succeeded', 'failed', 'under_review'] as const).map(
  (status, index): Payment => ({
    id: String(index),
    payer: { name_en: 'Sara Alharbi', name_ar: 'سارة الحربي', email: 'sara@example.org' },
    reference: `PAY-2026-000${index}`,
    amount_minor: 125_050,
    currency: 'SAR',
    created_at: '2026-11-01T06:30:00Z',
    status,
  }),
);

const column = defineColumns<Payment>();

/** Shows a list with this server response. */
function Payments({ name, answer }: { name: string; answer: () => Promise<Payment[]> }) {
  const { t } = useTranslation();
  const list = defineList({
    key: `story-${name}`,
    path: '/',
    schema,
    query: (query) => ({
      queryKey: [name, query],
      queryFn: async (): Promise<Page<Payment>> => {
        const data = await answer();
        return { data, meta: { page: 1, page_size: 20, total: data.length } };
      },
    }),
    href: ({ id }: Payment) => `/${id}`,
  });
  return (
    <ListPage
      list={list}
      title={t('routes.payments')}
      lead={t('payments.desk_lead')}
      action={<Button variant="contained">{t('common.add')}</Button>}
      search={t('payments.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('payments.status'),
          options: payments.map(({ status }) => ({
            value: status,
            label: t(`status.payment.${status}`),
          })),
        },
      ]}
      columns={[
        column.person('payer', t('payments.payer'), { read: ({ payer }) => payer }),
        column.code('reference', t('payments.reference')),
        column.money('amount_minor', t('payments.amount')),
        column.date('created_at', t('payments.date'), { style: 'datetime' }),
        column.status('status', t('payments.status'), 'payment'),
      ]}
      empty={{ title: t('payments.desk_none'), description: t('payments.desk_none_hint') }}
    />
  );
}

export const Rows = () => <Payments name="rows" answer={async () => payments} />;

export const NothingYet = () => <Payments name="none" answer={async () => []} />;

export const Failed = () => (
  <Payments name="failed" answer={() => Promise.reject(new ApiProblem(500, {}))} />
);
