import type { Settings } from '@/api/catalog';
import { getRiyadhDay } from '@/lib/riyadh';

/** The current VAT rate in percent; 0 if the seller is not registered. */
export function vatPercent({ payment, seller }: Partial<Pick<Settings, 'payment' | 'seller'>>) {
  if (!payment || !seller?.vat_registered) return 0;
  const today = getRiyadhDay(new Date().toISOString());
  const begun = payment.vat_rates.filter(({ valid_from }) => valid_from <= today);
  begun.sort((one, other) => one.valid_from.localeCompare(other.valid_from));
  return begun.at(-1)?.percent ?? 0;
}
