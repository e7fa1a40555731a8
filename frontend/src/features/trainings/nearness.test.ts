import { expect, it } from 'vitest';
import { getDistance, normalizeText } from './nearness';

it('knows how far cities are apart, and one name in its forms', () => {
  const riyadh = { latitude: 24.69, longitude: 46.72 };
  const jeddah = { latitude: 21.49, longitude: 39.19 };
  expect(Math.round(getDistance(riyadh, jeddah))).toBeCloseTo(845, -1.3);
  expect(getDistance(riyadh, riyadh)).toBe(0);
  for (const [typed, stored] of [
    ['مكة', 'مكه'],
    ['مکہ', 'مكه'],
    ['ابے', 'ابي'],
    ['الأَحساء', 'الاحساء'],
    ['Al-Khobar', 'alkhobar'],
    ['Médina', 'medina'],
  ] as const) {
    expect(normalizeText(typed)).toBe(normalizeText(stored));
  }
});
