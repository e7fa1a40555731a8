import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { RichText } from './RichText';

it.each([
  ['/faq?from=text', '/faq?from=text'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
])('follows %s to a page of the site only', async (address, expected) => {
  const html = `<a href="${address}">here</a>`;
  const router = createMemoryRouter([{ path: '*', element: <RichText html={html} /> }]);
  await act(async () => render(<RouterProvider router={router} />));
  const link = screen.getByText('here');
  const press = createEvent.click(link);
  fireEvent(link, press);
  expect(press.defaultPrevented).toBe(true);
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(expected);
});

it('shows formatting and links, and nothing that runs', async () => {
  const html =
    '<p onclick="run()">Bring <strong>gloves</strong>.<img src="x" onerror="run()"></p>' +
    '<script>run()</script><a href="javascript:run()">form</a>';
  const router = createMemoryRouter([{ path: '*', element: <RichText html={html} /> }]);
  await act(async () => render(<RouterProvider router={router} />));
  expect(screen.getByText('gloves').closest('p')?.parentElement?.innerHTML).toBe(
    '<p>Bring <strong>gloves</strong>.</p><a>form</a>',
  );
});
