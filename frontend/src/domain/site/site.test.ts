import { QueryClient } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBrandNames } from '@/lib/brandNames';
import { useContentTypes } from './contentTypes';
import { citiesQuery, countriesQuery, statesQuery } from './places';
import { emptySiteData } from './types';
import { siteData, useCategoryMenu } from './web';

let client: QueryClient;
let asked: string[];

function serve(answer: (path: string) => Response): void {
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname, search } = new URL(input.url);
    asked.push(pathname + search);
    return answer(pathname);
  });
}

const failing = () => Response.json({ code: 'service.unavailable' }, { status: 503 });
const page = (data: unknown[]) =>
  Response.json({ data, meta: { page: 1, page_size: 10, total: data.length } });

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  asked = [];
});

describe('the site’s data', () => {
  it('is fetched once', async () => {
    serve(() => Response.json({ settings: {} }));
    await siteData.load();
    await siteData.load();
    expect(asked).toEqual(['/api/v1/web?part=settings']);
    expect(siteData.get().data).toEqual({ settings: {} });
  });

  it('fetches the categories on demand, and again after a lost answer', async () => {
    serve(() => (asked.length === 1 ? failing() : Response.json({ categoryMenu: [{ id: '1' }] })));
    const { result } = renderHook(useCategoryMenu);
    expect(result.current).toEqual({ menu: [], isLoading: true });
    await waitFor(() => expect(result.current.menu).toEqual([{ id: '1' }]));
    expect(asked).toEqual(['/api/v1/web?part=categoryMenu', '/api/v1/web?part=categoryMenu']);
  });

  it('names the product as the settings do', async () => {
    const general = { product_name_en: 'Masar', product_name_ar: 'مسار' };
    serve(() => Response.json({ settings: { general } }));
    await siteData.load();
    expect(renderHook(useBrandNames).result.current).toEqual({ en: 'Masar', ar: 'مسار' });
  });

  it('that cannot be fetched is logged, and the site goes on without', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    serve(failing);
    await siteData.load();
    expect(logged).toHaveBeenCalledOnce();
    expect(siteData.get().data).toEqual(emptySiteData);
  });
});

describe('the lists of places', () => {
  it('say that they are being fetched until they are, or cannot be', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const answer of [() => page([]), failing]) {
      serve(answer);
      for (const query of [countriesQuery('s'), statesQuery({ name: 's' }), citiesQuery({})]) {
        const { queryKey } = query;
        client.removeQueries({ queryKey });
        const asking = client.prefetchQuery<unknown>({ ...(query as object), queryKey });
        expect(client.isFetching({ queryKey })).toBe(1);
        await asking;
        expect(client.isFetching({ queryKey })).toBe(0);
      }
    }
  });

  it('ask for as many as a select shows', async () => {
    serve(() => page([]));
    await client.fetchQuery(countriesQuery());
    await client.fetchQuery(statesQuery({ country_id: 'sa' }));
    await client.fetchQuery(citiesQuery({ state_id: 'riyadh', name: 'ri' }));
    expect(asked).toEqual([
      '/api/v1/countries?page_size=300',
      '/api/v1/states?country_id=sa&page_size=10',
      '/api/v1/cities?state_id=riyadh&name=ri&page_size=10',
    ]);
  });

  it('fail and are logged when they cannot be fetched', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    serve(failing);
    const unavailable = { status: 503 };
    await expect(client.fetchQuery(countriesQuery())).rejects.toMatchObject(unavailable);
    await expect(client.fetchQuery(statesQuery({}))).rejects.toMatchObject(unavailable);
    await expect(client.fetchQuery(citiesQuery({}))).rejects.toMatchObject(unavailable);
    expect(logged).toHaveBeenCalledTimes(3);
  });
});

it('content types are choices by value and label', () => {
  expect(renderHook(useContentTypes).result.current).toEqual([
    { value: 'organization', label: 'Organization' },
    { value: 'announcement', label: 'Announcement' },
    { value: 'application', label: 'Application' },
    { value: 'staff', label: 'Staff' },
  ]);
});
