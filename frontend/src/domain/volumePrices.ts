import type { BatchRead } from '@/api/catalog';

type Prices = Pick<BatchRead, 'price_minor' | 'price_10_minor' | 'price_50_minor'>;

/** Returns the group prices for organizations that are below the standard price. */
export function volumePrices({ price_minor, price_10_minor, price_50_minor }: Prices) {
  const from10 = price_10_minor ?? price_minor;
  const from50 = price_50_minor ?? from10;
  return [
    { people: 10, price_minor: from10, before: price_minor },
    { people: 50, price_minor: from50, before: from10 },
  ].filter(({ price_minor: price, before }) => price < before);
}
