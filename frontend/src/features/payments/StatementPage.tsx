import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type PrintStatementData, printStatement, type StatementEntry } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { defineColumns } from '@/components/list/columns';
import type { ChoiceFilter } from '@/components/list/filters';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { useLocale } from '@/i18n';
import { download } from '@/lib/download';
import { formatDate } from '@/lib/format';
import { getRiyadhDay } from '@/lib/riyadh';
import { href, paths } from '@/routes/paths';
import { statements } from './lists';

const MONTHS = 24;
const column = defineColumns<StatementEntry>();

/** An organization's monthly statement with the balance after each entry. */
export default function StatementPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const whose = useOrganizationFilter();
  const unnamed = whose.length > 0 && !params.get('organization_id');
  return (
    <ListPage
      list={statements}
      title={t('routes.statements')}
      lead={t('statements.lead')}
      sections={useFamily('payments')}
      action={unnamed ? undefined : <SavePdf query={parsePaper(params)} />}
      filters={[useMonthFilter(), ...whose]}
      columns={[
        // Dates are in Riyadh time, to which the month refers.
        column.date('at', t('statements.date'), {
          show: (at) => <DateText value={at} />,
          width: 130,
        }),
        column.text('kind', t('statements.entry'), {
          read: ({ kind }) => t(`statements.kind.${kind}`),
        }),
        column.link('reference', t('statements.reference'), {
          to: ({ payment_id: id }) => (id ? href(paths.payment, { id }) : null),
          read: ({ reference }) => reference ?? '',
        }),
        column.localized('title', t('statements.what')),
        column.code('document', t('statements.document')),
        column.money('debit_minor', t('statements.debit'), { zero: '–' }),
        column.money('credit_minor', t('statements.credit'), { zero: '–' }),
        column.money('balance_minor', t('statements.balance'), { width: 140 }),
        column.text('purchase_order', t('statements.purchase_order'), { hidden: true }),
      ]}
      sums={[
        { field: 'opening_minor', label: t('statements.kind.opening') },
        { field: 'debit_minor', label: t('statements.debit') },
        { field: 'credit_minor', label: t('statements.credit') },
        { field: 'closing_minor', label: t('statements.kind.closing') },
      ]}
      empty={{
        title: t(unnamed ? 'statements.choose' : 'statements.none'),
        description: t(unnamed ? 'statements.choose_hint' : 'statements.none_hint'),
        always: true,
      }}
    />
  );
}

/** The current month, which is the default, and earlier ones. */
function useMonthFilter(): ChoiceFilter {
  const { t } = useTranslation();
  const locale = useLocale();
  const [year = 0, month = 1] = getRiyadhDay(new Date().toISOString()).split('-').map(Number);
  const options = Array.from({ length: MONTHS }, (_, back) => {
    const value = new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7);
    return { value, label: formatDate(`${value}-01`, locale, 'month') };
  });
  return {
    kind: 'choice',
    name: 'month',
    label: t('statements.month'),
    options,
    usual: options[0]?.value,
  };
}

type Paper = NonNullable<PrintStatementData['query']>;

/** Parses the organization and the month from the URL. */
const parsePaper = (params: URLSearchParams): Paper => {
  const [organization_id, month] = [params.get('organization_id'), params.get('month')];
  return { ...(organization_id && { organization_id }), ...(month && { month }) };
};

/** Downloads the statement as a bilingual PDF. */
function SavePdf({ query }: { query: Paper }) {
  const { t } = useTranslation();
  const month = query.month ?? getRiyadhDay(new Date().toISOString()).slice(0, 7);
  const save = useMutation({
    mutationFn: async () => {
      const { data } = await printStatement({ query, parseAs: 'blob' });
      download(`statement-${month}.pdf`, data as Blob);
    },
  });
  return (
    <FailureBeside of={save}>
      <Button
        variant="outlined"
        startIcon={<PdfIcon />}
        loading={save.isPending}
        loadingPosition="start"
        onClick={() => save.mutate()}
      >
        {t('payments.save_pdf')}
      </Button>
    </FailureBeside>
  );
}
