import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { CreditRead, TransferCharge } from '@/api/payments';
import { listTransferChargesOptions } from '@/api/payments/@tanstack/react-query.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { localized, useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { useZodForm, z } from '@/lib/forms';
import { statusText } from '@/lib/statuses';
import { toast } from '@/lib/toast';
import { useMatchCredit } from './queries';

const schema = z.object({ charge: z.custom<TransferCharge>((charge) => Boolean(charge)) });

/** Matches a credit to a charge manually, and decides about differing amounts. */
export function MatchCredit({ credit, onClose }: { credit: CreditRead; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const form = useZodForm(schema, { charge: credit.charge ?? undefined });
  const charge = form.watch('charge');
  const match = useMatchCredit();
  const amount = (of: { amount_minor: number; currency: string }) =>
    formatMoney(of.amount_minor, of.currency, locale);
  return (
    <FormDialog
      form={form}
      title={t('transfers.match_title')}
      text={t('transfers.match_text', {
        amount: amount(credit),
        payer: credit.payer_name || credit.bank_reference || '–',
      })}
      saveLabel={t('transfers.match')}
      onSave={async ({ charge: { id } }) => {
        await match.mutateAsync({ path: { credit_id: credit.id }, body: { charge_id: id } });
        toast.success(t('transfers.matched'));
      }}
      onClose={onClose}
    >
      <SearchSelectInput<{ charge: TransferCharge | undefined }, TransferCharge>
        control={form.control as never}
        name="charge"
        label={t('transfers.charge')}
        hint={t('transfers.charge_hint')}
        required
        source={{
          find: (search) => ({
            ...listTransferChargesOptions({ query: { search } }),
            select: (data: TransferCharge[]) => ({ data }),
          }),
          label: (each) => `${each.reference} · ${localized(each, 'title', locale)}`,
          note: (each) =>
            [
              localized(each, 'payer_name', locale),
              amount(each),
              statusText(t, 'charge', each.status),
            ]
              .filter(Boolean)
              .join(' · '),
        }}
      />
      {charge && <Outcome credit={credit} charge={charge} />}
    </FormDialog>
  );
}

/** The result of the match, before it is saved. */
function Outcome({ credit, charge }: { credit: CreditRead; charge: TransferCharge }) {
  const { t } = useTranslation();
  const differs =
    credit.amount_minor !== charge.amount_minor || credit.currency !== charge.currency;
  const late = charge.status === 'expired' || charge.status === 'cancelled';
  const outcome = differs ? 'review' : late ? 'late' : charge.status === 'open' ? 'paid' : 'back';
  return (
    <Alert severity={outcome === 'paid' ? 'success' : 'warning'}>
      {t(`transfers.outcomes.${outcome}`)}
    </Alert>
  );
}
