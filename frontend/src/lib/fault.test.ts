import { expect, it } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { isNotFound } from './fault';

it.each([0, 403, 405, 409, 422, 500])('status %i is not "not found"', (status) => {
  expect(isNotFound(new ApiProblem(status, {}))).toBe(false);
});

it('status 404 is "not found"', () => {
  expect(isNotFound(new ApiProblem(404, {}))).toBe(true);
});
