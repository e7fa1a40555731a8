import { describe, expect, it, vi } from 'vitest';
import type { Locale } from '@/i18n';
import { formatDate, formatDateRange, formatMinutes, formatMoney, formatTimeLeft } from '.';
import samples from './samples.json';

describe('dates', () => {
  it('are Gregorian with Latin digits and the month’s name in both languages', () => {
    expect(formatDate('2026-12-03', 'en')).toBe('3 Dec 2026');
    expect(formatDate('2026-12-03', 'ar')).toMatch(/3 ديسمبر 2026/);
  });

  it('without a time are the same in every time zone', () => {
    expect(formatDate('2026-01-01', 'en')).toBe('1 Jan 2026');
  });

  it('with a time are in Saudi time, named for readers elsewhere', () => {
    // 4 December, 00:30 in Riyadh.
    const moment = '2026-12-03T22:30:00Z';
    vi.stubEnv('TZ', 'America/New_York');
    expect(formatDate(moment, 'en')).toBe('4 Dec 2026');
    expect(formatDate(moment, 'en', 'datetime')).toMatch(/^4 Dec 2026.*1:30\sam GMT\+3$/i);
    expect(formatDate(moment, 'ar', 'time')).toMatch(/غرينتش\+3$/);
    vi.stubEnv('TZ', 'Asia/Riyadh');
    expect(formatDate(moment, 'en', 'datetime')).toMatch(/1:30\sam$/i);
    vi.unstubAllEnvs();
  });

  it('as a span say what they share once', () => {
    expect(formatDateRange('2026-12-03', '2026-12-07', 'en')).toMatch(/^3.+7 Dec 2026$/);
  });
});

describe('what mails say too', () => {
  // No directional marks, and no trailing full stop that would double at the end of a sentence.
  const bare = (text: string) =>
    text
      .replace(/[\u200e\u200f]/g, '')
      .replace(/\u00a0/g, ' ')
      .replace(/\.$/, '');

  it('is written as they write it', () => {
    for (const [day, en, ar] of samples.days as [string, string, string][]) {
      expect([formatDate(day, 'en'), formatDate(day, 'ar')].map(bare)).toEqual([en, ar]);
    }
    for (const [moment, ...texts] of samples.moments as [string, string, string][]) {
      const said = (locale: Locale) => formatDate(moment, locale, 'datetime');
      expect([said('en'), said('ar')].map(bare)).toEqual(texts);
    }
    for (const [minor, ...texts] of samples.money as [number, string, string][]) {
      const said = (locale: Locale) => formatMoney(minor, 'SAR', locale);
      expect([said('en'), said('ar')].map(bare)).toEqual(texts);
    }
  });
});

describe('durations', () => {
  it('leave out what is zero', () => {
    expect(formatMinutes(1440, 'en')).toBe('24 hours');
    expect(formatMinutes(90, 'en')).toBe('1 hour, 30 minutes');
    expect(formatMinutes(1440, 'ar')).toBe('24 ساعة');
  });

  it('count down in the two largest units', () => {
    const hour = 3_600_000;
    expect(formatTimeLeft(0, 49.5 * hour, 'en')).toBe('2 days, 1 hour');
    expect(formatTimeLeft(0, 1.5 * hour, 'en')).toBe('1 hour, 30 minutes');
    expect(formatTimeLeft(0, 59_000, 'en')).toBeNull();
    expect(formatTimeLeft(hour, 0, 'en')).toBeNull();
  });
});

describe('money', () => {
  it.each([
    [125_000, 'SAR', 'SAR 1,250'],
    [125_050, 'SAR', 'SAR 1,250.50'],
    [1_500, 'KWD', 'KWD 1.500'],
  ])('%i minor units of %s', (minor, currency, expected) => {
    expect(formatMoney(minor, currency, 'en').replace(/\u00a0/g, ' ')).toBe(expected);
  });

  it('has Latin digits in Arabic', () => {
    expect(formatMoney(125_000, 'SAR', 'ar')).toMatch(/1,250/);
  });
});
