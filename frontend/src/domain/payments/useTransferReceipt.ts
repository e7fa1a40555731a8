import { useMutation } from '@tanstack/react-query';
import { getTransferReceipt } from '@/api/payments';
import { download } from '@/lib/download';

/** Saves the bank's receipt that a payer has uploaded for their transfer. */
export function useTransferReceipt() {
  return useMutation({
    mutationFn: async (chargeId: string) =>
      (await getTransferReceipt({ path: { charge_id: chargeId }, parseAs: 'blob' })).data as Blob,
    onSuccess: (file) =>
      download(file.type === 'application/pdf' ? 'receipt.pdf' : 'receipt.webp', file),
  });
}
