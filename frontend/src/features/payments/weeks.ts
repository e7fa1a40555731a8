import type { RevenueRow } from '@/api/payments';

const DAY_MS = 86_400_000;

/** Adds days to a `YYYY-MM-DD` day. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Returns weekly totals in one currency from the oldest, including weeks without payments. */
export function listWeeks(rows: readonly RevenueRow[]): RevenueRow[] {
  const weeks = new Map(rows.map((row) => [row.week ?? '', row]));
  const known = [...weeks.keys()].sort();
  const last = known.at(-1) ?? '';
  const all: RevenueRow[] = [];
  for (let week = known[0] ?? ''; week && week <= last; week = addDays(week, 7)) {
    const nothing = { paid_minor: 0, refunded_minor: 0, net_minor: 0 };
    all.push(weeks.get(week) ?? { week, currency: rows[0]?.currency ?? '', ...nothing });
  }
  return all;
}
