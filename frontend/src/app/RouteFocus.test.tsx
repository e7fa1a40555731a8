import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { RouteFocus } from './RouteFocus';

function open() {
  const router = createMemoryRouter([
    {
      element: (
        <>
          <RouteFocus />
          <nav>
            <Link to="/form">Form</Link>
          </nav>
          <main>
            <Outlet />
          </main>
        </>
      ),
      children: [
        {
          path: '/',
          element: (
            <>
              <h1>List</h1>
              <Link to="/record">Record 7</Link>
              <Link to="/?page=2">Next</Link>
            </>
          ),
        },
        {
          path: '/list',
          element: (
            <>
              <h1>Table</h1>
              <Link to="/list/7">Row 7</Link>
              <Link to="/list/8">Row 8</Link>
            </>
          ),
        },
        {
          path: '/list/:id',
          element: (
            <>
              <h1>Row</h1>
              <Link to="/list/8">Following</Link>
              <Link to="/list">Back to the list</Link>
            </>
          ),
        },
        { path: '/record', element: <h1>Record</h1> },
        {
          path: '/form',
          element: (
            <>
              <h1>Form</h1>
              {/* biome-ignore lint/a11y/noAutofocus: this test covers automatic focus. */}
              <input aria-label="Name" autoFocus />
            </>
          ),
        },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

const heading = (name: string) => screen.getByRole('heading', { name });

it('a change of page puts the focus on its heading, the way back on the link', async () => {
  const router = open();
  await userEvent.click(screen.getByRole('link', { name: 'Record 7' }));
  await waitFor(() => expect(heading('Record')).toHaveFocus());
  await router.navigate(-1);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Record 7' })).toHaveFocus());
});

it('the way back to a list by a link puts the focus on the row of the record that is left', async () => {
  const router = open();
  await router.navigate('/list');
  await userEvent.click(await screen.findByRole('link', { name: 'Row 7' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Following' }));
  await userEvent.click(screen.getByRole('link', { name: 'Back to the list' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Row 8' })).toHaveFocus());
});

it('a first page and a change of its filters leave the focus where it is', async () => {
  open();
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Next' }));
  expect(screen.getByRole('link', { name: 'Next' })).toHaveFocus();
});

it('a form that begins in a field keeps it', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'Form' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
});
