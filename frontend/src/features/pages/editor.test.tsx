import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { VersionRead } from '@/api/catalog';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { PageForm } from './PageForm';

const both = (name: string, text: string) => ({ [`${name}_en`]: text, [`${name}_ar`]: text });

const published = {
  slug: 'about',
  number: 2,
  status: 'published',
  publish_at: '2026-11-20T08:00:00Z',
  version: 4,
  updated_by: null,
  updated_at: '2026-11-20T08:00:00Z',
  ...both('title', 'About'),
  ...both('summary', 'Who we are'),
  blocks: [
    { kind: 'heading', ...both('text', 'First') },
    { kind: 'text', ...both('html', '<p>Some <strong>words</strong></p>') },
  ],
} as unknown as VersionRead;

it('what is public becomes a draft with its blocks in another order and one more', async () => {
  let body: Record<string, unknown> = {};
  serve({
    '/api/v1/pages/about/draft': async (request) => {
      body = await request.json();
      return ok({ ...published, status: 'draft', number: 3, version: 1 });
    },
  });
  renderAt('/', <PageForm slug="about" page={published} versions={[published]} />);
  const user = userEvent.setup({ delay: null });
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  const text = await screen.findByRole('textbox', { name: 'Text (English)' });
  expect(await within(text).findByText('words')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Move up: Text 2' }));
  const add = screen.getByRole('group', { name: 'Add block:' });
  await user.click(within(add).getByRole('button', { name: 'Heading' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  // An empty heading is reported at its own field.
  const last = screen.getByRole('group', { name: 'Heading 3' });
  await waitFor(() => expect(within(last).getByRole('textbox', { name: /English/ })).toBeInvalid());
  for (const name of [/English/, /Arabic/]) {
    await user.click(within(last).getByRole('textbox', { name }));
    await user.paste('Last');
  }
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = screen.getByRole('dialog');
  expect(within(preview).getByRole('heading', { name: 'Last' })).toBeInTheDocument();
  await user.click(within(preview).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(body).toHaveProperty('blocks'));
  expect(body).toMatchObject({
    version: 0,
    blocks: [
      { kind: 'text', html_en: '<p>Some <strong>words</strong></p>' },
      { kind: 'heading', text_en: 'First' },
      { kind: 'heading', text_en: 'Last' },
    ],
  });
});
