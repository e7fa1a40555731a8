import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargeRead, TransferRead } from '@/api/payments';
import {
  addTransferReceiptMutation,
  chooseTransferMutation,
} from '@/api/payments/@tanstack/react-query.gen';
import { DocumentPicker } from '@/components/file/DocumentPicker';
import { CopyText } from '@/components/record/CopyText';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { toast } from '@/lib/toast';
import { PayLine } from './PayLine';
import { paymentMethodIcons } from './paymentMethodIcons';
import { useTransferReceipt } from './useTransferReceipt';

/** Payment by bank transfer: the account, the amount and the receipt upload. */
export function PayByTransfer({ charge }: { charge: ChargeRead }) {
  const { t } = useTranslation();
  const path = { charge_id: charge.id };
  const choose = useMutation(chooseTransferMutation());
  const upload = useMutation({
    ...addTransferReceiptMutation(),
    onSuccess: () => toast.success(t('pay.transfer.uploaded')),
  });
  const transfer = upload.data ?? choose.data;
  const WayIcon = paymentMethodIcons.bank_transfer;
  if (!transfer) {
    return (
      <PayLine charge={charge} error={choose.error}>
        <Button
          variant="contained"
          size="large"
          startIcon={<WayIcon />}
          loading={choose.isPending}
          loadingPosition="start"
          onClick={() => choose.mutate({ path })}
        >
          {t('pay.show_account')}
        </Button>
      </PayLine>
    );
  }
  return (
    <Box sx={{ mt: 3, display: 'grid', gap: 2.5 }}>
      <Account transfer={transfer} />
      <Alert severity="info">{t('pay.transfer.next')}</Alert>
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('pay.transfer.upload_hint')}
        </Typography>
        <DocumentPicker
          label={t(transfer.receipt_at ? 'pay.transfer.upload_again' : 'pay.transfer.upload')}
          pending={upload.isPending}
          error={upload.error}
          onChoose={(file) => upload.mutate({ path, body: { file } })}
        />
        {transfer.receipt_at && <Receipt chargeId={charge.id} />}
      </Box>
    </Box>
  );
}

/** The bank account, the amount and the deadline of a transfer. */
function Account({ transfer }: { transfer: TransferRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { account, due_at: due } = transfer;
  const title = useRef<HTMLHeadingElement>(null);
  // The clicked button is unmounted, so the focus moves to the new content.
  useEffect(() => title.current?.focus(), []);
  return (
    <section>
      <Typography
        ref={title}
        component="h3"
        tabIndex={-1}
        sx={{ fontWeight: 600, '&:focus': { outline: 'none' } }}
      >
        {t('pay.transfer.title')}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, mt: 2, display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}
      >
        <Row label={t('pay.transfer.amount')}>
          <CopyText text={plainAmount(transfer)} />
        </Row>
        <Row label={t('pay.transfer.reference')}>
          <CopyText text={transfer.reference} />
        </Row>
        <Row label={t('pay.transfer.iban')}>
          <CopyText text={account.iban} />
        </Row>
        <Row label={t('pay.transfer.beneficiary')}>{localized(account, 'beneficiary', locale)}</Row>
        <Row label={t('pay.transfer.bank')}>{localized(account, 'bank', locale)}</Row>
      </Box>
      <Typography variant="body2" sx={{ mt: 2 }}>
        {t('pay.transfer.reference_hint')}
      </Typography>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {due
          ? t('pay.transfer.until', { date: formatDate(due, locale, 'datetime') })
          : t('pay.transfer.whenever')}
      </Typography>
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, fontWeight: 500 }}>
        {children}
      </Box>
    </div>
  );
}

/** Formats the amount for bank forms: digits and a point, without a currency. */
const plainAmount = ({ amount_minor: minor }: TransferRead) => (minor / 100).toFixed(2);

function Receipt({ chargeId }: { chargeId: string }) {
  const { t } = useTranslation();
  const receipt = useTransferReceipt();
  return (
    <Button size="small" loading={receipt.isPending} onClick={() => receipt.mutate(chargeId)}>
      {t('pay.transfer.view')}
    </Button>
  );
}
