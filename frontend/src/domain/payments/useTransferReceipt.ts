import { useMutation } from '@tanstack/react-query';
import { getTransferReceipt } from '@/api/payments';
import { download, toFile } from '@/lib/download';

/** Downloads the bank receipt that a payer uploaded for a transfer. */
export function useTransferReceipt() {
  return useMutation({
    mutationFn: async (chargeId: string) =>
      toFile(await getTransferReceipt({ path: { charge_id: chargeId }, parseAs: 'blob' })),
    onSuccess: (file) => download(file.name, file),
  });
}
