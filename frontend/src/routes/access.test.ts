import { expect, test } from 'vitest';
import { access } from './access';

test('help stays open to unverified users', () => {
  const open = Object.entries(access)
    .filter(([, { who, exempt }]) => who === 'public' && exempt?.includes('verification'))
    .map(([name]) => name);
  expect(open).toEqual(expect.arrayContaining(['support', 'contact', 'faq', 'terms']));
  expect(open).not.toContain('trainings');
});
