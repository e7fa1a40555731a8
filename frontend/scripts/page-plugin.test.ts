import { generatePath } from 'react-router';
import { expect, it } from 'vitest';
import { access } from '../src/routes/access.ts';
import { paths, type RouteName } from '../src/routes/paths.ts';
import { everyPage, publicPages } from './page-plugin.ts';

const names = Object.keys(paths) as RouteName[];
const addressOf = (name: RouteName) =>
  generatePath(paths[name] as string, {
    id: '7-a',
    batchId: '8',
    deliveryId: '9',
    uuid: '9',
    number: '7K3M-9QXA-2FTD',
    slug: 'about',
    token: 'sEcret',
    kind: 'welcome',
  });

it('matches every path of the app, and gives a head to visitors’ pages only', () => {
  for (const name of names) {
    expect(addressOf(name)).toMatch(new RegExp(everyPage));
    if (new RegExp(publicPages).test(addressOf(name))) expect(access[name].who).toBe('public');
  }
  expect('/trainings/7/batch/8').toMatch(new RegExp(publicPages));
  for (const address of ['/nothing', '/faq/more', '/trainings/7/batch', '/dashboard/a/b/c/d']) {
    expect(address).not.toMatch(new RegExp(everyPage));
  }
});
