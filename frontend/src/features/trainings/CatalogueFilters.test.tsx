import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useListState } from '@/components/list/useListState';
import { withoutCityName } from './address';
import { filtersSet } from './filterFields';
import { zBatchesAddress } from './lists';

function Count() {
  const state = useListState(zBatchesAddress);
  return (
    <>
      <p>{filtersSet(state).join(' ')}</p>
      <pre>{JSON.stringify(withoutCityName(state.query))}</pre>
    </>
  );
}

it('a city and a price band count once each, and the city’s name is not asked for', () => {
  const id = '01936f6e-5b8a-7cc2-9d0e-3f1b2a4c5d6e';
  const search = `?city_id=${id}&city=Riyadh&price_min=50000&price_max=100000`;
  render(
    <MemoryRouter initialEntries={[search]}>
      <Count />
    </MemoryRouter>,
  );
  expect(screen.getByText('catalogue.city catalogue.price')).toBeInTheDocument();
  expect(JSON.parse(document.querySelector('pre')?.textContent ?? '')).toMatchObject({
    city_id: id,
    price_min: 50_000,
    price_max: 100_000,
    page_size: 12,
    sort: 'starts_at',
  });
  expect(document.querySelector('pre')).not.toHaveTextContent('Riyadh');
});
