import { describe, expect, it } from 'vitest';
import { getEligibility, getStepsAhead } from './eligibility';
import { anEligibility, anEnrollment } from './testing';

const obstacle = (code: string) => ({ code, detail: code });

describe('the way in', () => {
  it('is open while seats are left', () => {
    expect(getEligibility(anEligibility())).toEqual({ kind: 'enroll' });
  });

  it('is the waiting list when only the seats are missing', () => {
    const full = anEligibility({
      can_enroll: false,
      can_join_waiting_list: true,
      obstacles: [obstacle('batch.full')],
    });
    expect(getEligibility(full)).toEqual({ kind: 'wait' });
  });

  it('leads to the enrollment that one has already', () => {
    const enrollment = anEnrollment();
    const enrolled = anEligibility({
      can_enroll: false,
      enrollment,
      obstacles: [obstacle('enrollment.already_exists'), obstacle('batch.full')],
    });
    expect(getEligibility(enrolled)).toEqual({ kind: 'enrolled', enrollment });
  });

  it.each(['enrollment.closed', 'enrollment.not_open', 'enrollment.candidates_only'])(
    'is closed by the first obstacle, %s',
    (code) => {
      const closed = anEligibility({
        can_enroll: false,
        obstacles: [obstacle(code), obstacle('batch.full')],
      });
      expect(getEligibility(closed)).toEqual({ kind: 'closed', code });
    },
  );
});

describe('the steps ahead', () => {
  it.each([
    ['a free batch', false, 0, false, ['confirmed']],
    ['a batch with a price', false, 100, false, ['pay', 'confirmed']],
    ['a batch that accepts', true, 100, false, ['await_acceptance', 'pay', 'confirmed']],
    ['a free batch that accepts', true, 0, false, ['await_acceptance', 'confirmed']],
    ['a full batch', true, 100, true, ['await_seat', 'await_acceptance', 'pay', 'confirmed']],
  ])('of %s', (_, requires_acceptance, price_minor, waiting, expected) => {
    expect(getStepsAhead({ requires_acceptance, price_minor }, waiting)).toEqual(expected);
  });
});
