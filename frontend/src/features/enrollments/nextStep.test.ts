import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import type { EnrollmentRead } from '@/api/enrollment';
import { findCurrent, getNextStep, getPollingInterval } from './nextStep';
import { refundRule } from './refund';
import { anEnrollment } from './testing';
import { buildTimeline } from './timeline';

const BEFORE = Date.parse('2029-12-01T00:00:00Z');
const DURING = Date.parse('2030-01-11T00:00:00Z');
const AFTER = Date.parse('2030-02-01T00:00:00Z');

type Given = Partial<EnrollmentRead>;

describe('the next step', () => {
  it.each<[string, Given, number, string]>([
    ['a request', { status: 'requested' }, BEFORE, 'await_acceptance'],
    ['somebody who waits', { status: 'waitlisted' }, BEFORE, 'await_seat'],
    ['a seat whose charge is not there yet', { charge_id: null }, BEFORE, 'payment_preparing'],
    ['a seat with its charge', {}, BEFORE, 'pay'],
    ['a seat that was just paid', { charge_status: 'paid' }, BEFORE, 'payment_settling'],
    ['a confirmed seat', { status: 'confirmed' }, BEFORE, 'attend'],
    ['a confirmed seat in a running batch', { status: 'confirmed' }, DURING, 'attending'],
    ['a confirmed seat in a batch that is over', { status: 'confirmed' }, AFTER, 'ended'],
    ['a refused request', { status: 'rejected' }, BEFORE, 'rejected'],
    ['an expired seat', { status: 'expired' }, BEFORE, 'expired'],
  ])('of %s', (_, given, now, expected) => {
    const step = getNextStep(anEnrollment(given), now);
    expect(step).toBe(expected);
    expect(i18next.exists(`my_batches.next.${step}`)).toBe(true);
    expect(i18next.exists(`my_batches.next.${step}_text`)).toBe(true);
  });

  it('is asked for soon while payments prepare, slowly while others decide, else not', () => {
    expect(getPollingInterval(anEnrollment({ charge_id: null }), BEFORE)).toBe(1_500);
    expect(getPollingInterval(anEnrollment({ status: 'requested' }), BEFORE)).toBe(10_000);
    expect(getPollingInterval(anEnrollment({ status: 'confirmed' }), BEFORE)).toBe(1_500);
    const settled = anEnrollment({ status: 'confirmed', charge_status: 'paid' });
    expect(getPollingInterval(settled, BEFORE)).toBe(false);
    expect(getPollingInterval(undefined, BEFORE)).toBe(false);
  });
});

describe('of several enrollments in one batch', () => {
  const cancelled = anEnrollment({ id: 'new', status: 'cancelled' });
  it('the active one counts', () => {
    const active = anEnrollment({ id: 'old', status: 'confirmed' });
    expect(findCurrent([cancelled, active])?.id).toBe('old');
  });

  it('the last one counts when none is active', () => {
    expect(findCurrent([cancelled, anEnrollment({ status: 'expired' })])?.id).toBe('new');
    expect(findCurrent([])).toBeUndefined();
  });
});

describe('a cancellation', () => {
  const late = Date.parse('2030-01-09T00:00:00Z');
  it.each<[string, Given, number, string]>([
    ['of a free seat costs nothing', { price_minor: 0 }, BEFORE, 'nothing_due'],
    ['before paying leaves nothing to pay', {}, BEFORE, 'not_paid'],
    ['in time gives the price back', { status: 'confirmed' }, BEFORE, 'whole_price'],
    ['too late gives nothing back', { status: 'confirmed' }, late, 'no_refund'],
    ['just after paying is a paid one', { charge_status: 'paid' }, BEFORE, 'whole_price'],
  ])('%s', (_, given, now, rule) => {
    expect(refundRule(anEnrollment(given), now)).toBe(rule);
  });
});

describe('the timeline', () => {
  const told = (given: Given, acceptance = false, now = BEFORE) =>
    buildTimeline(anEnrollment(given), acceptance, now).map(
      ({ name, state }) => `${name} ${state}`,
    );

  it('of a request has everything ahead of it', () => {
    expect(told({ status: 'requested' }, true)).toEqual([
      'enrolled done',
      'acceptance now',
      'payment ahead',
      'seat ahead',
      'completed ahead',
    ]);
  });

  it('of a free confirmed seat has no payment, and is completed after the end only', () => {
    const seat = { status: 'confirmed', price_minor: 0 } as const;
    expect(told(seat)).toEqual(['enrolled done', 'seat done', 'completed ahead']);
    const over = Date.parse('2030-01-13T00:00:00Z');
    expect(told(seat, false, over)).toEqual(['enrolled done', 'seat done', 'completed now']);
  });

  it('of a completed enrollment is all done', () => {
    expect(told({ status: 'completed' }, true).every((entry) => entry.endsWith('done'))).toBe(true);
  });

  it('of a cancelled paid enrollment ends after the payment', () => {
    expect(told({ status: 'cancelled', charge_status: 'refunded' }, true)).toEqual([
      'enrolled done',
      'payment done',
      'cancelled ended',
    ]);
  });
});
