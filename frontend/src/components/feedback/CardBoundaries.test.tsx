import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { CardBoundaries } from './CardBoundaries';

it('a card that fails leaves the others on the page, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let fails = true;
  function Payments() {
    if (fails) throw new Error('broken');
    return <p>3 payments</p>;
  }
  const cards = (
    <>
      <p>5 enrollments</p>
      <Payments />
    </>
  );
  renderAt('/', <CardBoundaries>{cards}</CardBoundaries>);
  expect(screen.getByText('5 enrollments')).toBeVisible();
  expect(screen.getByRole('alert')).toBeVisible();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('3 payments')).toBeVisible();
});
