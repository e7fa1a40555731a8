import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { PageRead } from '@/api/catalog';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import ContactPage from './ContactPage';
import { Content } from './Content';

const both = (name: string, text: string) => ({ [`${name}_en`]: text, [`${name}_ar`]: text });

const page = {
  slug: 'faq',
  number: 3,
  published_at: '2026-11-20T08:00:00Z',
  ...both('title', 'Questions'),
  ...both('summary', 'And answers'),
  blocks: [
    { kind: 'heading', ...both('text', 'Account') },
    { kind: 'text', ...both('html', '<p>Write <a href="/contact-us">to us</a>.</p>') },
    {
      kind: 'questions',
      questions: [{ ...both('question', 'How?'), ...both('answer', '<p>Like <b>this</b>.</p>') }],
    },
    {
      kind: 'links',
      links: [{ ...both('label', 'Elsewhere'), ...both('text', ''), address: 'https://a.example' }],
    },
    {
      kind: 'standards',
      ...both('sector', 'Warehouses'),
      standards: [
        { code: 'W-1', ...both('title', 'Worker'), level: 'foundation', search: 'forklift' },
      ],
    },
  ],
} as unknown as PageRead;

const site = { '/api/v1/web': () => ok({}) };

it('a page shows its blocks, and its links stay in the app', async () => {
  serve({ ...site, '/api/v1/pages/faq': () => ok(page) });
  const { router } = renderAt('/', <Content name="faq" slug="faq" />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Questions' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Account' })).toBeInTheDocument();
  // The sanitizer loads on demand.
  expect((await screen.findByText('Like this.')).closest('details')).toHaveTextContent('How?');
  expect(screen.getByRole('link', { name: 'Elsewhere' })).toHaveAttribute(
    'href',
    'https://a.example',
  );
  expect(screen.getByRole('link', { name: 'See trainings for: Worker' })).toHaveAttribute(
    'href',
    '/trainings?standard_code=W-1',
  );
  await userEvent.click(screen.getByRole('link', { name: 'to us' }));
  expect(router.state.location.pathname).toBe('/contact-us');
});

it('a message is sent with its files and gets a reference', async () => {
  // Node's requests cannot read jsdom's form data.
  const append = vi.spyOn(FormData.prototype, 'append');
  serve({
    ...site,
    '/api/v1/pages/contact-us': () => ok({ ...page, slug: 'contact-us', blocks: [] }),
    '/api/v1/queries': () => ok({ reference: 'Q-ABCD2345', created_at: '2026-11-22T08:00:00Z' }),
  });
  renderAt('/', <ContactPage />);
  const user = userEvent.setup();
  const send = await screen.findByRole('button', { name: 'Send message' });
  await user.click(send);
  expect(screen.getByText('Agree to let us store your message.')).toBeInTheDocument();

  await user.click(screen.getByRole('combobox', { name: /Topic/ }));
  await user.click(within(screen.getByRole('listbox')).getByText('Press'));
  await user.type(screen.getByRole('textbox', { name: /Your name/ }), 'Huda');
  await user.type(screen.getByRole('textbox', { name: /Email/ }), 'huda@example.org');
  await user.type(screen.getByRole('textbox', { name: /Your message/ }), 'Ten seats, please.');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const file = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' });
  for (const name of ['a.pdf', 'b.pdf']) await user.upload(input as HTMLInputElement, file(name));
  await user.click(screen.getByRole('button', { name: /Remove.*a\.pdf/ }));
  await user.click(screen.getByRole('checkbox'));
  await user.click(send);
  expect(await screen.findByText('Q-ABCD2345')).toBeInTheDocument();
  const sent = append.mock.calls.map(([name, value]) => [name, value]);
  expect(sent).toEqual(
    expect.arrayContaining([
      ['topic', 'press'],
      ['consent', 'true'],
      ['locale', 'en'],
      ['files', expect.objectContaining({ name: 'b.pdf' })],
    ]),
  );
  expect(sent.filter(([name]) => name === 'files' || name === 'phone')).toHaveLength(1);
});
