import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import { loadAddress, plainAddress } from './address';
import TrainingsPage from './TrainingsPage';

const CATEGORY = '01936f6e-5b8a-7cc2-9d0e-3f1b2a4c5d6e';
const RIYADH = '01936f6e-5b8a-7cc2-9d0e-3f1b2a4c5d62';

const names = (name_en: string, name_ar: string) => ({ name_en, name_ar });
const category = { id: CATEGORY, slug: 'lifting', parent_id: null, ...names('Lifting', 'الرفع') };

const training = {
  id: 'training-1',
  code: 'FLT',
  title_en: 'Forklift driving',
  title_ar: 'قيادة الرافعات',
  summary_en: '',
  summary_ar: '',
  level: 'foundation',
  duration_hours: 24,
  category,
  organization: { id: 'org', ...names('Gulf Logistics', 'لوجستيات الخليج') },
  batches: 0,
  seats_left: 0,
  next_batch: null,
};

const facets = {
  categories: [{ id: CATEGORY, ...names('Lifting', 'الرفع'), count: 4 }],
  cities: [
    {
      id: '01936f6e-5b8a-7cc2-9d0e-3f1b2a4c5d61',
      ...names('Jeddah', 'جدة'),
      count: 3,
      latitude: 21.49,
      longitude: 39.19,
      search: 'jeddah جده jidda jiddah',
    },
    {
      id: RIYADH,
      ...names('Riyadh', 'الرياض'),
      count: 1,
      latitude: 24.69,
      longitude: 46.72,
      search: 'riyadh الرياض',
    },
  ],
  organizations: [{ id: 'org', ...names('Gulf Logistics', 'لوجستيات الخليج'), count: 4 }],
  levels: [{ value: 'foundation', count: 4 }],
  languages: [{ value: 'ar', count: 4 }],
  modes: [{ value: 'in_person', count: 4 }],
  months: [{ value: '2028-02', count: 2 }],
  prices: [{ min: null, max: 50_000, count: 2 }],
  free: 1,
  seats_left: 3,
};

it('a misspelled search shows what was meant, and filters say how much they would find', async () => {
  const calls = serve({
    '/api/v1/web': () =>
      ok({
        settings: {},
        categoryMenu: [
          { ...category, trainings: 4, children: [] },
          { ...category, id: 'empty', ...names('Empty', 'فارغة'), trainings: 0, children: [] },
        ],
      }),
    '/api/v1/trainings': (request) => {
      const finds = new URL(request.url).searchParams.get('search') === 'Forklift';
      return ok({
        data: finds ? [training] : [],
        meta: { page: 1, page_size: 24, total: finds ? 1 : 0 },
      });
    },
    '/api/v1/trainings/spelling': () => ok({ search: 'Forklift' }),
    '/api/v1/trainings/facets': () => ok(facets),
  });
  const asked = (path: string) =>
    calls.filter(({ url }) => new URL(url).pathname === path).map(({ url }) => new URL(url));
  // React does not retry a component that suspends in a synchronous `act`.
  await loadAddress();
  const { router } = renderAt('/trainings?search=forklfit', <TrainingsPage />);
  const user = userEvent.setup({ delay: null });

  expect(await screen.findByRole('heading', { name: 'Forklift driving' })).toBeInTheDocument();
  expect(screen.getByText(/No results for “forklfit”.*“Forklift”/)).toBeInTheDocument();
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
  const counted = () => asked('/api/v1/trainings/facets').at(-1)?.searchParams;
  await waitFor(() => expect(counted()?.get('search')).toBe('Forklift'));
  expect(counted()?.has('page_size')).toBe(false);

  // A city's name can be typed in the other language; only cities with results are offered.
  const city = await screen.findByRole('combobox', { name: 'City' });
  const cities = () => within(screen.getByRole('listbox')).getAllByRole('option');
  await user.click(city);
  expect(cities().map((option) => option.textContent)).toEqual(['Jeddah3', 'Riyadh1']);
  await user.type(city, 'Jidda');
  expect(cities().map((option) => option.textContent)).toEqual(['Jeddah3']);
  await user.clear(city);
  await user.type(city, 'الرِّياض');
  await user.click(within(screen.getByRole('listbox')).getByRole('option'));
  await user.click(screen.getByRole('combobox', { name: 'Category' }));
  expect(screen.queryByRole('option', { name: /Empty/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('option', { name: /Lifting/ }));
  await user.click(screen.getByRole('combobox', { name: 'Month' }));
  const months = screen.getByRole('listbox');
  await user.click(within(months).getByRole('option', { name: /February 2028/ }));
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      search: 'forklfit',
      city_id: RIYADH,
      city: 'Riyadh',
      category_id: CATEGORY,
      starts_from: '2028-02-01',
      starts_to: '2028-02-29',
    }),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Lowest price');
  await waitFor(() =>
    expect(asked('/api/v1/trainings').at(-1)?.searchParams.get('sort')).toBe('price'),
  );
  expect(router.state.location.search).toContain('sort=price');
});

it('an address that says nothing is read by itself as by the schemas, which come with the first that does', async () => {
  const calls = serve({
    '/api/v1/web': () => ok({ settings: {}, categoryMenu: [] }),
    '/api/v1/trainings': () => ok({ data: [training], meta: { page: 1, page_size: 12, total: 1 } }),
    '/api/v1/trainings/facets': () => ok(facets),
  });
  const { router } = renderAt('/trainings', <TrainingsPage />);
  await screen.findByRole('heading', { name: 'Forklift driving' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Lowest price');
  await waitFor(() => expect(calls.at(-1)?.url).toContain('sort=price'));
  expect(router.state.location.search).toBe('?sort=price');

  const { read } = await loadAddress();
  expect(plainAddress.read(new URLSearchParams())).toEqual(read(new URLSearchParams()));
});

it('on a phone the filters are drawn and counted when they are opened', async () => {
  setScreen('narrow');
  const calls = serve({
    '/api/v1/web': () => ok({ settings: {}, categoryMenu: [] }),
    '/api/v1/trainings': () => ok({ data: [training], meta: { page: 1, page_size: 24, total: 1 } }),
    '/api/v1/trainings/facets': () => ok(facets),
  });
  const counted = () => calls.some(({ url }) => url.includes('/facets'));
  renderAt('/trainings', <TrainingsPage />);
  await screen.findByRole('heading', { name: 'Forklift driving' });
  expect(counted()).toBe(false);
  // Found by text: jsdom ignores widths and applies the wide screens' rule that hides it.
  await userEvent.click(screen.getByText('Filters', { selector: 'button' }));
  expect(await screen.findByRole('combobox', { name: 'City' })).toBeInTheDocument();
  await waitFor(() => expect(counted()).toBe(true));
});

it('loads no calendar before its field is entered, and shows cities by their distance', async () => {
  serve({
    '/api/v1/trainings': () => ok({ data: [], meta: { page: 1, page_size: 24, total: 0 } }),
    '/api/v1/trainings/facets': () => ok(facets),
  });
  const getCurrentPosition = vi.fn((found: PositionCallback) =>
    found({ coords: { latitude: 24.1, longitude: 47.3 } } as GeolocationPosition),
  );
  vi.stubGlobal('navigator', Object.assign(navigator, { geolocation: { getCurrentPosition } }));
  renderAt('/trainings?standard_code=ISCO-8344', <TrainingsPage />);
  const user = userEvent.setup({ delay: null });
  expect(await screen.findByText('ISCO-8344')).toBeVisible();

  const from = screen.getByRole('textbox', { name: 'Starts from' });
  expect(from).toHaveAttribute('readonly');
  await user.click(from);
  expect(await screen.findByRole('spinbutton', { name: 'Day' })).toBeVisible();

  expect(getCurrentPosition).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Near me' }));
  const near = within(await screen.findByRole('group', { name: 'Cities nearby' }));
  expect(near.getAllByRole('button').map((city) => city.textContent)).toEqual([
    'Riyadh · 88 km',
    expect.stringMatching(/^Jeddah · 8\d\d km$/),
  ]);
});

it('where nothing is found, names the filters that are set and no others', async () => {
  const nothing = { data: [], meta: { page: 1, page_size: 24, total: 0 } };
  serve({
    '/api/v1/trainings': () => ok(nothing),
    '/api/v1/trainings/spelling': () => ok({ search: null }),
    '/api/v1/trainings/facets': () => ok(facets),
  });
  const { unmount } = renderAt('/trainings?level=advanced&free=true', <TrainingsPage />);
  expect(
    await screen.findByText('Try changing or clearing these filters: Price, Level.'),
  ).toBeVisible();
  unmount();
  renderAt('/trainings?search=zzz', <TrainingsPage />);
  expect(await screen.findByText('Check the spelling or try other words.')).toBeVisible();
});
