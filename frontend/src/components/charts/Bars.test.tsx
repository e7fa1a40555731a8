import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { Bars } from './Bars';

const paid = { label: 'Paid', values: [100, 150, 0] };
const show = (step?: number, values = paid.values) =>
  renderAt(
    '/',
    <Bars
      label="Revenue"
      groups={['Welding', 'Forklift', 'Welding']}
      series={[
        { ...paid, values },
        { label: 'Refunded', values: [20, 0, 0] },
      ]}
      format={(value) => `SAR ${value}`}
      step={step}
    />,
  );

it('draws each value as high as it is, below round numbers, and names it on hover', async () => {
  show();
  const chart = await screen.findByRole('img', { name: 'Revenue' });
  const heights = [...chart.querySelectorAll('rect')]
    .filter((bar) => bar.querySelector('title'))
    .map((bar) => [bar.textContent, bar.getAttribute('height')]);
  expect(heights).toEqual([
    ['Welding · Paid: SAR 100', '160'],
    ['Welding · Refunded: SAR 20', '32'],
    ['Forklift · Paid: SAR 150', '240'],
    ['Forklift · Refunded: SAR 0', '0'],
    ['Welding · Paid: SAR 0', '0'],
    ['Welding · Refunded: SAR 0', '0'],
  ]);
  expect(screen.getByText('SAR 50')).toBeVisible();
  expect(screen.getByText('Refunded')).toBeVisible();
});

it('has no lines between whole numbers', async () => {
  show(1, [1.5, 2, 0.5]);
  await screen.findByRole('img', { name: 'Revenue' });
  expect(screen.queryByText('SAR 0.5')).toBeNull();
});
