import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { Wizard } from './Wizard';

const names = ['course', 'people', 'review'];

function Announcing({ given = 0 }: { given?: number }) {
  const [done, setDone] = useState(given);
  return (
    <Wizard
      steps={names.map((name, index) => ({
        name,
        title: `Title ${name}`,
        done: index < done,
        render: ({ goOn, openStep: goTo, back }) => (
          <>
            <p>At {name}</p>
            <button
              type="button"
              onClick={() => {
                setDone(Math.max(done, index + 1));
                goOn();
              }}
            >
              Save
            </button>
            <button type="button" onClick={() => goTo('course')}>
              Change the course
            </button>
            {back}
          </>
        ),
      }))}
    />
  );
}

it('a wizard goes on and back, with its step in the address', async () => {
  const { router } = renderAt('/new?from=home', <Announcing />);
  await expect.poll(() => router.state.location.search).toBe('?from=home&step=course');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('At people')).toBeVisible();
  expect(router.state.location.search).toBe('?from=home&step=people');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText('At course')).toBeVisible();
});

it('a step whose ground is missing leads to the first that is open', async () => {
  const { router } = renderAt('/new?step=review', <Announcing given={1} />);
  expect(await screen.findByText('At people')).toBeVisible();
  await expect.poll(() => router.state.location.search).toBe('?step=people');
});

it('what the last step repeats leads back to be changed', async () => {
  renderAt('/new?step=review', <Announcing given={2} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change the course' }));
  expect(await screen.findByText('At course')).toBeVisible();
});

it('a wizard has at most five steps', () => {
  const steps = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
    name,
    title: name,
    done: false,
    render: () => null,
  }));
  const { container } = renderAt('/', <Wizard steps={steps.slice(0, 5)} />);
  expect(container).not.toBeEmptyDOMElement();
  renderAt('/', <Wizard steps={steps} />);
  expect(screen.getAllByText(/at most 5 steps/)).not.toHaveLength(0);
});
